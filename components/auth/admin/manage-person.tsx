'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { CopyButton, SecretText } from '#components/ui/admin/copy-button.tsx'
import { EditForm, useFieldEdits } from '#components/ui/admin/edit-form.tsx'
import { ActionMessage, Form } from '#components/ui/admin/form.tsx'
import { REASON } from '#components/ui/admin/form-field.ts'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  changeRole,
  endStaffSessions,
  inviteStaff,
  removeFactors,
  setFactorRule,
  setState,
} from '#lib/auth/client/staff.ts'
import type { StaffListRow } from '#lib/auth/queries/admin-staff.ts'
import { FACTOR_RULES, type FactorRule } from '#lib/auth/rules/staff-account.ts'
import type { withdrawInviteCall } from '#lib/auth/schema.ts'
import { call } from '#lib/core/client/request.ts'
import { STAFF_ROLES, type StaffRole } from '#lib/core/rules/caller.ts'

type RoleFieldProps = { id: string; label: string; role: StaffRole; onChange: (role: StaffRole) => void }

/** A role to choose, with one sentence about what it may do. */
export function RoleField({ id, label, role, onChange }: RoleFieldProps) {
  const t = useTranslations('admin-staff')
  const tRole = useTranslations('admin.role')

  return (
    <ChoiceField
      id={id}
      label={label}
      hint={t(`roleHint.${role}`)}
      value={role}
      options={STAFF_ROLES.map((known) => [known, tRole(known)])}
      onChange={({ target }) => onChange(STAFF_ROLES.find((known) => known === target.value) ?? role)}
    />
  )
}

/** Takes an invitation back: its links stop working. */
export function TakeBack({ id, email }: { id: string; email: string }) {
  const t = useTranslations('admin-staff.invite')

  return (
    <AtOnce
      press={t('takeBack')}
      name={t('takeBackWhom', { email })}
      size="normal"
      keeps={['.a-list .btn', 'main h1']}
      send={() => call<typeof withdrawInviteCall>('DELETE /api/admin/staff/invites/[id]', { params: { id } })}
      tell={() => null}
    />
  )
}

/** What an owner may do about a person: role, in or out, sessions, a lost second factor. */
export function ManagePerson({ person }: { person: StaffListRow }) {
  const t = useTranslations('admin-staff')
  const tLabel = useTranslations('admin.label')
  const { withProof, dialog } = useProof('staff', null)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<StaffListRow['role'] | null>(null)
  // As it was when this was opened: a colleague's change does not turn the button over while it is being pressed.
  const [isDisabled, setDisabled] = useState(person.isDisabled)
  const role = chosen ?? person.role
  const tManage = useTranslations('admin-staff.manage')
  const tAction = useTranslations('action')
  const manage = useAction({
    send: (work: () => Promise<unknown>) => work(),
    roomTexts: tManage,
    tell: () => tManage('done'),
    withProof,
  })
  const removal = {
    ...manage,
    run: ({ reason }: { reason: string }) => manage.run(() => removeFactors(person.id, reason)),
  }
  const title = `manage-${person.id}`

  function open() {
    setChosen(null)
    setDisabled(person.isDisabled)
    manage.clear()
    setOpen(true)
  }

  async function turn() {
    if (await manage.run(() => setState(person.id, isDisabled ? 'enabled' : 'disabled'))) setDisabled(!isDisabled)
  }

  return (
    <>
      <Button onClick={open} aria-label={t('people.manageWhom', { name: person.name })}>
        {tLabel('change')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy={title}>
        <div className="grid gap-3">
          <h2 id={title}>{person.name}</h2>
          <p className="a-meta">{t('manage.atOnce', { name: person.name })}</p>
          <ActionMessage message={manage.message} variant="notice" />
          <RoleField id={`role-${person.id}`} label={t('people.role')} role={role} onChange={setChosen} />
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <Button
              tone="ink"
              onClick={() => manage.run(() => changeRole(person.id, role))}
              disabled={role === person.role}
            >
              {t('manage.save')}
            </Button>
            <Button onClick={turn}>{t(isDisabled ? 'manage.enable' : 'manage.disable')}</Button>
            <Button onClick={() => manage.run(() => endStaffSessions(person.id))}>{t('manage.endSessions')}</Button>
          </p>
          {person.hasFactor ? (
            <Form action={removal} fields={[REASON]} press={t('manage.removeFactor')} tone="outline" message={null} />
          ) : null}
          <p>
            <Button onClick={() => setOpen(false)}>{tAction('close')}</Button>
          </p>
        </div>
      </Dialog>
      {dialog}
    </>
  )
}

const KEY = 'rule'

/** Of whom a second factor is required. A live store without one is warned of, before it is saved and as long as it stays. */
export function RuleForm({ rule, isLive }: { rule: FactorRule; isLive: boolean }) {
  const t = useTranslations('admin-staff.rule')
  const tStaff = useTranslations('admin-staff')
  const edits = useFieldEdits<FactorRule, FactorRule>({ [KEY]: rule }, (_, typed) => typed)
  const wanted = edits.typed(KEY) ?? rule
  const { withProof, dialog } = useProof('staff', null)

  return (
    <>
      <EditForm
        edits={edits}
        save={async ([change]) =>
          change && withProof(() => setFactorRule({ secondFactor: change.value, seen: change.seen }))
        }
        nameOf={() => tStaff('factor.title')}
        say={(one) => t(one)}
      >
        <ChoiceField
          id="factor-rule"
          label={tStaff('factor.title')}
          hint={t('hint')}
          value={wanted}
          options={FACTOR_RULES.map((known) => [known, t(known)])}
          onChange={({ target }) => edits.type(KEY, FACTOR_RULES.find((known) => known === target.value) ?? wanted)}
        />
        {isLive && wanted === 'nobody' ? (
          <Notice tone="bad" role="status">
            {t('warning')}
          </Notice>
        ) : null}
      </EditForm>
      {dialog}
    </>
  )
}

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
            <SecretText>{url}</SecretText>
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
