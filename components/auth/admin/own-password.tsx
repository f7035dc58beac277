'use client'

import { useTranslations } from 'next-intl'
import { PasswordForm } from '#components/auth/admin/password-form.tsx'
import { changePassword } from '#lib/auth/client/staff.ts'

/** Another password for a member of staff, who always has one. */
export function OwnPassword() {
  const t = useTranslations('admin-staff.profile')

  return <PasswordForm hasOne label={t('changePassword')} done={t('changed')} save={changePassword} />
}
