'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId } from 'react'
import { ConflictList, conflictingFields } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { setFactorRule } from '#lib/auth/client/staff.ts'
import { FACTOR_RULES, type FactorRule } from '#lib/auth/rules/staff-account.ts'

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
