'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, type MouseEvent, useId, useState } from 'react'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { ConflictList, conflictingFields } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field, TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  changeRole,
  endStaffSessions,
  removeFactors,
  setFactorRule,
  setState,
  takeInviteBack,
} from '#lib/auth/client/staff.ts'
import { FACTOR_RULES, type FactorRule, type StaffListRow } from '#lib/auth/rules/staff-account.ts'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
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

/** Takes an invitation back: its links stop working. */
export function TakeBack({ id, email }: { id: string; email: string }) {
  const t = useTranslations('admin-staff.invite')
  const router = useRouter()
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')

  async function takeBack(event: MouseEvent<HTMLButtonElement>) {
    keepPlace(event.currentTarget, '.a-list .btn', 'main h1')
    setState('sending')
    try {
      await takeInviteBack(id)
      router.refresh()
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <Button onClick={takeBack} disabled={state === 'sending'} aria-label={t('takeBackWhom', { email })}>
        {t('takeBack')}
      </Button>
      {state === 'failed' ? <span role="alert">{t('failed.internal')}</span> : null}
    </>
  )
}

type Outcome = { tone: 'good' | 'bad'; text: string }

/** What an owner may do about a person: role, in or out, sessions, a lost second factor. */
export function ManagePerson({ person }: { person: StaffListRow }) {
  const t = useTranslations('admin-staff')
  const router = useRouter()
  const { withProof, dialog } = useProof('staff', null)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<StaffListRow['role'] | null>(null)
  const role = chosen ?? person.role
  const [reason, setReason] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const title = `manage-${person.id}`

  function open() {
    setChosen(null)
    setOutcome(null)
    setOpen(true)
  }

  async function run(act: () => Promise<void>) {
    setOutcome(null)
    try {
      await withProof(act)
      setOutcome({ tone: 'good', text: t('manage.done') })
      router.refresh()
    } catch (error) {
      setOutcome({ tone: 'bad', text: t(`manage.failed.${problemOf(toFailure(error))}`) })
    }
  }

  return (
    <>
      <Button onClick={open} aria-label={t('people.manageWhom', { name: person.name })}>
        {t('people.manage')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy={title}>
        <div className="a-pb-stack">
          <h2 id={title}>{person.name}</h2>
          <p className="a-meta">{t('manage.atOnce', { name: person.name })}</p>
          <div role="status">{outcome ? <Notice tone={outcome.tone}>{outcome.text}</Notice> : null}</div>
          <RoleField id={`role-${person.id}`} label={t('manage.role')} role={role} onChange={setChosen} />
          <p className="a-row">
            <Button tone="ink" onClick={() => run(() => changeRole(person.id, role))} disabled={role === person.role}>
              {t('manage.save')}
            </Button>
            <Button onClick={() => run(() => setState(person.id, person.isDisabled ? 'enabled' : 'disabled'))}>
              {t(person.isDisabled ? 'manage.enable' : 'manage.disable')}
            </Button>
            <Button onClick={() => run(() => endStaffSessions(person.id))}>{t('manage.endSessions')}</Button>
          </p>
          {person.hasFactor ? (
            <>
              <TextField
                id={`reason-${person.id}`}
                label={t('manage.reason')}
                hint={t('manage.reasonHint')}
                value={reason}
                maxLength={200}
                onChange={({ target }) => setReason(target.value)}
              />
              <p>
                <Button onClick={() => run(() => removeFactors(person.id, reason))}>{t('manage.removeFactor')}</Button>
              </p>
            </>
          ) : null}
          <p>
            <Button onClick={() => setOpen(false)}>{t('manage.close')}</Button>
          </p>
        </div>
      </Dialog>
      {dialog}
    </>
  )
}

function problemOf({ code, details }: RequestFailure) {
  if (details.reason === 'last_owner') return 'last_owner'
  if (code === 'bad_input') return 'reason'

  return (
    (['not_found', 'forbidden', 'unauthenticated', 'offline'] as const).find((known) => known === code) ?? 'internal'
  )
}

const KEY = 'rule'

/** Of whom a second factor is required. A live store without one is warned of, before it is saved and as long as it stays. */
export function RuleForm({ rule, isLive }: { rule: FactorRule; isLive: boolean }) {
  const t = useTranslations('admin-staff.rule')
  const id = useId()
  const saving = useSave()
  const edits = useFieldEdits<FactorRule, FactorRule>({ [KEY]: rule }, (_, typed) => typed)
  const wanted = edits.typed(KEY) ?? rule
  const [change] = edits.changes

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!change) return
    const { value: secondFactor, seen } = change
    if (await saving.save(() => setFactorRule({ secondFactor, seen }))) edits.sent([KEY])
  }

  return (
    <form id={id} className="a-pb a-pb-stack" onSubmit={submit}>
      <Field id="factor-rule" label={t('title')} hint={t('hint')}>
        <select
          id="factor-rule"
          className="input"
          value={wanted}
          aria-describedby="factor-rule-hint"
          onChange={({ target }) => edits.type(KEY, FACTOR_RULES.find((known) => known === target.value) ?? wanted)}
        >
          {FACTOR_RULES.map((known) => (
            <option key={known} value={known}>
              {t(known)}
            </option>
          ))}
        </select>
      </Field>
      {isLive && wanted === 'nobody' ? (
        <Notice tone="bad" role="status">
          {t('warning')}
        </Notice>
      ) : null}
      <ConflictList
        form={id}
        onDecide={edits.decide}
        fields={conflictingFields(
          edits.conflicts,
          () => t('title'),
          (said) => t(said),
        )}
      />
      <SaveRow saving={saving} isChanged={change !== undefined} isConflict={edits.conflicts.length > 0} />
    </form>
  )
}
