'use client'

import { useEffect, useState } from 'react'
import { CheckField } from '#components/ui/field.tsx'
import { isPhoneChecked, keepPhoneChecked } from '#lib/esims/client/known-phone.ts'

/** "My phone shows an EID": the checkout takes the answer over. Never in the way of buying. */
export function PhoneCheckbox({ label }: { label: string }) {
  const [isOn, setOn] = useState(false)
  useEffect(() => setOn(isPhoneChecked()), [])

  return (
    <CheckField
      name="phone-checked"
      checked={isOn}
      onChange={(event) => {
        setOn(event.target.checked)
        keepPhoneChecked(event.target.checked)
      }}
    >
      {label}
    </CheckField>
  )
}
