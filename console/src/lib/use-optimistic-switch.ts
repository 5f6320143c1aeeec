import { useEffect, useState } from 'react'

/**
 * A switch that shows at once what the reader wants. Setting it to null takes that back; so does every change of what
 * the API says.
 */
export function useOptimisticSwitch(isOn: boolean): [isOn: boolean, setWanted: (wanted: boolean | null) => void] {
  const [wanted, setWanted] = useState<boolean | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the API says now counts again
  useEffect(() => setWanted(null), [isOn])
  return [wanted ?? isOn, setWanted]
}
