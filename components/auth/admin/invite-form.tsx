'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { RoleField } from '#components/auth/admin/manage-person.tsx'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { CopyButton } from '#components/ui/admin/copy-button.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { inviteStaff } from '#lib/auth/client/staff.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'

/** Asks somebody to join with a role. The link is shown once. */
export function InviteForm() {
  const t = useTranslations('admin-staff.invite')
  const tStaff = useTranslations('admin-staff')
  const [role, setRole] = useState<StaffRole>('support')
  const [url, setUrl] = useState<string | null>(null)
  const { withProof, dialog } = useProof('staff', null)
  const invite = useAction({
    send: ({ email }: { email: string }) => {
      setUrl(null)

      return inviteStaff(email, role)
    },
    roomTexts: t,
    tell: () => t('made'),
    onDone: setUrl,
    withProof,
  })

  return (
    <div className="grid gap-3 p-3.5">
      <Form
        action={invite}
        variant="notice"
        fields={[{ kind: 'email', name: 'email', label: t('email'), reasons: ['known'] }]}
        press={t('submit')}
        busy={t('sending')}
      >
        <RoleField id="invite-role" label={tStaff('people.role')} role={role} onChange={setRole} />
      </Form>
      {url ? (
        <>
          <p>
            <span className="a-meta">
              {t('link')}. {t('once')}
            </span>
            <code className="a-secret" dir="ltr">
              {url}
            </code>
          </p>
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <CopyButton text={url} label={t('copy')} />
          </p>
        </>
      ) : null}
      {dialog}
    </div>
  )
}
