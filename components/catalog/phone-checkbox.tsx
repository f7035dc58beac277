'use client'

import { useState } from 'react'
import { CheckField } from '#components/ui/field.tsx'

const STORE = 'deviceChecked'

/** "My phone shows an EID": remembered for the checkout of this tab, never in the way of buying. */
export function PhoneCheckbox({ label }: { label: string }) {
  const [isOn, setOn] = useState(false)

  return (
    <CheckField
      name={STORE}
      checked={isOn}
      onChange={(event) => {
        setOn(event.target.checked)
        remember(event.target.checked)
      }}
    >
      {label}
    </CheckField>
  )
}

function remember(isOn: boolean): void {
  try {
    window.sessionStorage.setItem(STORE, isOn ? 'yes' : '')
  } catch {
    return
  }
}
