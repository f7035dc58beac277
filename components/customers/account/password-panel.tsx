'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { PasswordForm } from '#components/auth/admin/password-form.tsx'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { RemovePassword } from '#components/customers/account/remove-password.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { setPassword } from '#lib/customers/client/account.ts'

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
