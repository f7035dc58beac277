'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'

type CopyButtonProps = { text: string; label: string; done: string }

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [isDone, setDone] = useState(false)

  return (
    <>
      <Button
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setDone(true),
            () => setDone(false),
          )
        }
      >
        {label}
      </Button>
      <span role="status" className="a-meta">
        {isDone ? done : ''}
      </span>
    </>
  )
}
