import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 400

/** A value once it has stayed the same for a moment, so that not every letter asks the server. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says counts, not which object says it
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
