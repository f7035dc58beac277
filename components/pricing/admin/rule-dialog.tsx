'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { RuleFields } from '#components/pricing/admin/rule-fields.tsx'
import { toForm } from '#components/pricing/admin/rule-form.ts'
import { type ChosenScope, type ScopeChoices, ScopeFields, toScope } from '#components/pricing/admin/scope-fields.tsx'
import { useAct } from '#components/pricing/admin/use-act.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { type DraftSeen, saveRule } from '#lib/pricing/client/pricing.ts'
import { parseRuleForm, type RuleForm, type RuleProblem, type RuleTerms } from '#lib/pricing/rules/pricing-edit.ts'
import type { RuleScope } from '#lib/pricing/rules/pricing-scope.ts'

/** The rule to edit with the version that is shown; without one, a new rule is made. */
export type EditedRule = RuleScope & { title: string; terms: RuleTerms | null; seen: number | null; mayRemove: boolean }

type RuleDialogProps = {
  label: string
  rule: EditedRule | null
  choices: ScopeChoices
  /** Versions of the rules there are, by scope: a new rule for one of them is an edit of it. */
  versions: Record<string, number>
  currency: string
  draft: DraftSeen | null
  look?: 'link' | 'button'
}

const NOTHING_CHOSEN: ChosenScope = { scope: 'shelf', shelf: '', skuId: '', kind: 'day_pass', gigabytes: '' }

/** A button that opens the form of a rule. What is saved goes into the draft; nothing is sold at another price yet. */
export function RuleDialog({ label, rule, choices, versions, currency, draft, look = 'button' }: RuleDialogProps) {
  const t = useTranslations('admin-pricing')
  const id = useId()
  const code = parseCurrency(currency)
  const begin = () => toForm(rule?.terms ?? null, (minor) => (code ? toDecimalText(money(minor, code)) : ''))
  const [isOpen, setOpen] = useState(false)
  const [form, setForm] = useState<RuleForm>(begin)
  const [chosen, setChosen] = useState(NOTHING_CHOSEN)
  const [problems, setProblems] = useState<readonly RuleProblem[]>([])
  const [isMissing, setMissing] = useState(false)
  const { isBusy, problem, run } = useAct()

  function open() {
    setForm(begin())
    setProblems([])
    setMissing(false)
    setOpen(true)
  }

  async function send(said: RuleForm | null) {
    const scope = rule ?? toScope(chosen)
    setMissing(scope === null)
    if (!scope) return
    const seen = rule ? rule.seen : (versions[`${scope.scope}|${scope.scopeKey}`] ?? null)
    const isSaved = await run(async () => {
      const { draftId } = await saveRule({ ...scope, form: said, seen, draft })

      return `/admin/pricing?draft=${draftId}`
    })
    if (isSaved) setOpen(false)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!code) return
    const wrong = parseRuleForm(form, code).problems
    setProblems(wrong)
    if (wrong.length > 0) return document.getElementById(`rule-${wrong[0]}`)?.focus()
    await send(form)
  }

  return (
    <>
      {look === 'link' ? (
        <button type="button" className="a-opens" onClick={open}>
          {label}
        </button>
      ) : (
        <Button size="small" onClick={open}>
          {label}
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy={id}>
        <form className="a-dialog" noValidate onSubmit={submit}>
          <h2 id={id}>{rule ? rule.title : t('form.title')}</h2>
          {rule ? null : <ScopeFields {...choices} chosen={chosen} isMissing={isMissing} onChange={setChosen} />}
          <RuleFields form={form} problems={problems} currency={currency} onChange={setForm} />
          {problem ? (
            <p role="alert" className="field-error">
              {t(`failed.${problem}`)}
            </p>
          ) : null}
          <div className="a-row">
            <Button type="submit" tone="ink" disabled={isBusy}>
              {t('form.save')}
            </Button>
            {rule?.mayRemove ? (
              <Button disabled={isBusy} onClick={() => send(null)}>
                {t('form.remove')}
              </Button>
            ) : null}
            <Button disabled={isBusy} onClick={() => setOpen(false)}>
              {t('form.cancel')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
