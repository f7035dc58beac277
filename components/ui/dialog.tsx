'use client'

import { type ReactNode, useEffect, useRef } from 'react'

type DialogProps = {
  isOpen: boolean
  /** Called for the escape key, a press beside the dialog, and by whatever closes it inside. */
  onClose: () => void
  labelledBy: string
  /** How it differs from others. */
  className?: string
  children: ReactNode
}

/** The browser's own modal dialog: focus stays inside and returns to where it was. */
export function Dialog({ isOpen, onClose, labelledBy, className, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = element.current
    if (!dialog || dialog.open === isOpen) return
    if (isOpen) dialog.showModal()
    else dialog.close()
  }, [isOpen])

  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    // Text that is marked past the edge ends beside the dialog, and its margin is a part of it.
    let beganBeside = false
    const begin = (event: MouseEvent) => {
      beganBeside = isBeside(dialog, event)
    }
    const closeBeside = (event: MouseEvent) => {
      if (beganBeside && isBeside(dialog, event)) onClose()
    }
    dialog.addEventListener('mousedown', begin)
    dialog.addEventListener('click', closeBeside)

    return () => {
      dialog.removeEventListener('mousedown', begin)
      dialog.removeEventListener('click', closeBeside)
    }
  }, [onClose])

  return (
    <dialog
      ref={element}
      className={className ? `dialog ${className}` : 'dialog'}
      aria-labelledby={labelledBy}
      onClose={onClose}
    >
      {isOpen ? children : null}
    </dialog>
  )
}

/** Whether a press is outside the box of a dialog: what covers the page behind it counts as the dialog itself. */
function isBeside(dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()

  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}
