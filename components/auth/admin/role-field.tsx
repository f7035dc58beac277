'use client'

import { useTranslations } from 'next-intl'
import { Field } from '#components/ui/field.tsx'
import { STAFF_ROLES, type StaffRole } from '#lib/core/rules/caller.ts'

type RoleFieldProps = { id: string; label: string; role: StaffRole; onChange: (role: StaffRole) => void }

/** A role to choose, with one sentence about what it may do. */
export function RoleField({ id, label, role, onChange }: RoleFieldProps) {
  const t = useTranslations('admin-staff')
  const roles = useTranslations('admin-staff.roles')

  return (
    <Field id={id} label={label} hint={t(`roleHint.${role}`)}>
      <select
        id={id}
        className="input"
        value={role}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(STAFF_ROLES.find((known) => known === target.value) ?? role)}
      >
        {STAFF_ROLES.map((known) => (
          <option key={known} value={known}>
            {roles(known)}
          </option>
        ))}
      </select>
    </Field>
  )
}
