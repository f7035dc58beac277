'use client'

import { useState } from 'react'
import { CheckField, TextField } from '#components/ui/field.tsx'

type PasswordFieldProps = {
  label: string
  showLabel: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  error?: string | null
}

/** A password that may be pasted, and looked at. */
export function PasswordField({ label, showLabel, autoComplete, hint, error }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)

  return (
    <div>
      <TextField
        id="password"
        name="password"
        type={isShown ? 'text' : 'password'}
        label={label}
        autoComplete={autoComplete}
        maxLength={1024}
        required
        {...(hint ? { hint } : {})}
        {...(error ? { error } : {})}
      />
      <CheckField checked={isShown} onChange={(event) => setShown(event.target.checked)}>
        {showLabel}
      </CheckField>
    </div>
  )
}
