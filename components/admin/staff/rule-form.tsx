'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { setFactorRule } from '#lib/client/staff.ts'
import { FACTOR_RULES, type FactorRule } from '#lib/domain/staff-account.ts'

/** Whether everybody needs a second factor. */
export function RuleForm({ rule }: { rule: FactorRule }) {
  const t = useTranslations('admin-staff.rule')
  const router = useRouter()
  const [wanted, setWanted] = useState(rule)
  const [state, setState] = useState<'idle' | 'sending' | 'saved' | 'failed'>('idle')

  async function save() {
    setState('sending')
    try {
      await setFactorRule(wanted)
      setState('saved')
      router.refresh()
    } catch {
      setState('failed')
    }
  }

  return (
    <div className="a-pb a-pb-stack">
      <Field id="factor-rule" label={t('title')} hint={t('hint')}>
        <select
          id="factor-rule"
          className="input"
          value={wanted}
          aria-describedby="factor-rule-hint"
          onChange={({ target }) => setWanted(FACTOR_RULES.find((known) => known === target.value) ?? wanted)}
        >
          {FACTOR_RULES.map((known) => (
            <option key={known} value={known}>
              {t(known)}
            </option>
          ))}
        </select>
      </Field>
      <p className="a-row">
        <Button onClick={save} disabled={state === 'sending' || wanted === rule}>
          {t('save')}
        </Button>
        <span role="status" className="a-meta">
          {state === 'saved' || state === 'failed' ? t(state) : ''}
        </span>
      </p>
    </div>
  )
}
