export interface Key {
  id: string
  name: string | null
  keyPrefix: string
  testMode: boolean
}

export const nameOfKey = ({ name, keyPrefix }: Key) => (name ? `Key “${name}”` : `Key ${keyPrefix}…`)
