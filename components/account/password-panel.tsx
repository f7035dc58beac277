'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { RemovePassword } from '#components/account/remove-password.tsx'
import { PasswordForm } from '#components/admin/staff/password-form.tsx'
import { useProof } from '#components/admin/staff/use-proof.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { setPassword } from '#lib/client/account.ts'

type PasswordPanelProps = { email: string; hasPassword: boolean }

/** The password of a customer, which nobody needs: a first one, another one, or none again. */
export function PasswordPanel({ email, hasPassword }: PasswordPanelProps) {
  const t = useTranslations('account.password')
  const router = useRouter()
  const { withProof, dialog } = useProof('account', email)

  async function save(current: string, password: string) {
    await withProof(() => setPassword(current, password))
    router.refresh()
  }

  return (
    <Panel className="stack" aria-labelledby="password-title">
      <h2 id="password-title">{t('title')}</h2>
      <p className="soft">{t(hasPassword ? 'has' : 'none')}</p>
      {dialog}
      <PasswordForm hasOne={hasPassword} label={t(hasPassword ? 'change' : 'set')} done={t('done')} save={save} />
      {hasPassword ? <RemovePassword /> : null}
    </Panel>
  )
}
