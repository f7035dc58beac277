'use client'

import { Button } from '#components/ui/button.tsx'

/** Prints the page, or saves it as a file by the browser's own dialog. */
export function PrintButton({ label }: { label: string }) {
  return <Button onClick={() => window.print()}>{label}</Button>
}
