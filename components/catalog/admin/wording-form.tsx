'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId } from 'react'
import { ConflictList, conflictingFields } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { Field } from '#components/ui/field.tsx'
import type { setRefundabilityRuleCall } from '#lib/cancellations/schema.ts'
import { REFUNDABILITY_ANSWERS, type RefundabilityAnswer } from '#lib/catalog/rules/admin-destination.ts'
import { call } from '#lib/core/client/ask.ts'

const KEY = 'answer'

/** Says what words mean for giving an eSIM back; every plan with exactly the same words follows. */
export function WordingForm({ planIds, answer }: { planIds: string[]; answer: RefundabilityAnswer | null }) {
  const t = useTranslations('admin-catalogue.words')
  const id = useId()
  const saving = useSave()
  const edits = useFieldEdits<RefundabilityAnswer | null, RefundabilityAnswer>({ [KEY]: answer }, (_, typed) => typed)
  const typed = edits.typed(KEY)
  const [change] = edits.changes

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!change?.value) return
    const { value, seen } = change
    const body = { planIds, answer: value, seen }
    const save = () => call<typeof setRefundabilityRuleCall>('POST /api/admin/premark-rules', { body })
    if (await saving.save(save)) edits.sent([KEY])
  }

  return (
    <form id={id} className="a-pb-stack" onSubmit={submit}>
      <Field id={`${id}-answer`} label={t('label')} hint={t('lead')}>
        <select
          id={`${id}-answer`}
          className="input"
          aria-describedby={`${id}-answer-hint`}
          value={typed ?? answer ?? ''}
          onChange={({ target }) => {
            const chosen = REFUNDABILITY_ANSWERS.find((known) => known === target.value)
            if (chosen) edits.type(KEY, chosen)
          }}
        >
          {typed === undefined && answer === null ? <option value="">{t('answer.MIXED')}</option> : null}
          {REFUNDABILITY_ANSWERS.map((known) => (
            <option key={known} value={known}>
              {t(`answer.${known}`)}
            </option>
          ))}
        </select>
      </Field>
      <ConflictList
        form={id}
        onDecide={edits.decide}
        fields={conflictingFields(
          edits.conflicts,
          () => t('label'),
          (said) => t(`answer.${said ?? 'MIXED'}`),
        )}
      />
      <SaveRow saving={saving} isChanged={change !== undefined} isConflict={edits.conflicts.length > 0} />
    </form>
  )
}
