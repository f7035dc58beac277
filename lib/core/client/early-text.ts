import { useLayoutEffect, useRef } from 'react'

/** The `ref` of a field whose page notes nothing early: hands over what was typed before the scripts had run. */
export function useEarlyText(take: (text: string) => void) {
  const field = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts have found the field.
  useLayoutEffect(() => {
    if (field.current?.value) take(field.current.value)
  }, [])

  return field
}
