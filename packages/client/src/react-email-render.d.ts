/** What the client uses of React Email. Its own types need those of React, which the client does without. */
declare module '@react-email/render' {
  /** @returns the HTML */
  export function render(element: unknown): Promise<string>
  export function toPlainText(html: string): string
}
