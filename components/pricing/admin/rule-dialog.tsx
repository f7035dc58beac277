'use client'

import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { usePricing } from '#components/pricing/admin/draft-bar.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField, FIELD_COLUMNS, RadioField } from '#components/ui/choice-field.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { type DraftSeen, saveRule } from '#lib/pricing/client/promotions.ts'
import { PRICE_ROUNDINGS } from '#lib/pricing/rules/pricing.ts'
import { parseRuleForm, type RuleForm, type RuleProblem, type RuleTerms } from '#lib/pricing/rules/pricing-edit.ts'
import { kindKey, type RuleScope, scopeId } from '#lib/pricing/rules/pricing-scope.ts'

/** The rule to edit with the version that is shown; without one, a new rule is made. */
export type EditedRule = RuleScope & { title: string; terms: RuleTerms | null; seen: number | null; mayRemove: boolean }

type RuleFormsProps = {
  choices: ScopeChoices
  /** Versions of the rules there are, by scope: a new rule for one of them is an edit of it. */
  versions: Record<string, number>
  currency: string
  draft: DraftSeen | null
}

const NOTHING_CHOSEN: ChosenScope = { scope: 'shelf', shelf: '', skuId: '', kind: 'day_pass', gigabytes: '' }

const Opening = createContext<(rule: EditedRule | null) => void>(() => undefined)

/** Holds the form that buttons among the children open. It stays open when a colleague takes the rule of its row away. */
export function RuleForms({ children, ...props }: RuleFormsProps & { children: ReactNode }) {
  const id = useId()
  // `null` is a new rule.
  const [rule, setRule] = useState<EditedRule | null | undefined>()
  const close = () => setRule(undefined)

  return (
    <Opening value={setRule}>
      {children}
      <Dialog isOpen={rule !== undefined} onClose={close} labelledBy={id}>
        {rule === undefined ? null : <RuleDialog {...props} id={id} rule={rule} onClose={close} />}
      </Dialog>
    </Opening>
  )
}

type RuleButtonProps = { label: string; rule: EditedRule | null; variant?: 'link' | 'button' }

/** A button that opens the form of a rule. */
export function RuleButton({ label, rule, variant = 'button' }: RuleButtonProps) {
  const open = useContext(Opening)

  return variant === 'link' ? (
    <button type="button" className="a-link min-h-(--a-ctl) cursor-pointer" onClick={() => open(rule)}>
      {label}
    </button>
  ) : (
    <Button size="small" onClick={() => open(rule)}>
      {label}
    </Button>
  )
}

type RuleDialogProps = RuleFormsProps & { id: string; rule: EditedRule | null; onClose: () => void }

/** The form of a rule. What is saved goes into the draft; nothing is sold at another price yet. */
function RuleDialog({ id, rule, choices, versions, currency, draft, onClose }: RuleDialogProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const code = parseCurrency(currency)
  const [form, setForm] = useState<RuleForm>(() =>
    toForm(rule?.terms ?? null, (minor) => (code ? toDecimalText(money(minor, code)) : '')),
  )
  const [chosen, setChosen] = useState(NOTHING_CHOSEN)
  const [problems, setProblems] = useState<readonly RuleProblem[]>([])
  const [isMissing, setMissing] = useState(false)
  // What was shown when the form was opened: behind it the page reads on what others have changed since.
  const [seen] = useState({ versions, draft })
  const pricing = usePricing()
  const reason = pricing.failure?.details.reason
  const isGone = rule !== null && rule.seen !== null && versions[scopeId(rule)] === undefined

  async function send(said: RuleForm | null): Promise<boolean> {
    const scope = rule ?? toScope(chosen)
    if (!scope) return false
    const version = rule ? rule.seen : (seen.versions[scopeId(scope)] ?? null)
    const isSaved = await pricing.run(async () => {
      const { draftId } = await saveRule({
        ...scope,
        form: said,
        seen: isGone ? null : version,
        // Whoever was told that the draft has changed saves over it.
        draft: reason === 'draft_changed' || isGone ? draft : seen.draft,
      })

      return `/admin/pricing?draft=${draftId}`
    })
    if (isSaved) onClose()

    return isSaved
  }

  function check(): string | null {
    const { problems: found } = code ? parseRuleForm(form, code) : { problems: [] }
    const isScopeMissing = rule === null && toScope(chosen) === null
    setProblems(found)
    setMissing(isScopeMissing)
    if (isScopeMissing) return FIELDS_OF_SCOPE[chosen.scope]
    const [first] = found

    return first ? `rule-${first === 'nothing' ? 'percent' : first}` : null
  }

  return (
    <Form
      className="grid w-[min(32rem,100%)] gap-3.5"
      action={{ ...pricing, run: () => send(form) }}
      check={check}
      press={t('form.save')}
      variant="notice"
      message={isGone && reason === 'rules_changed' ? null : pricing.message}
      isKept
      beside={
        <>
          {rule?.mayRemove && !isGone ? <Button onClick={() => send(null)}>{t('form.remove')}</Button> : null}
          <Button onClick={onClose}>{tLabel('cancel')}</Button>
        </>
      }
    >
      <h2 id={id}>{rule ? rule.title : t('rules.add')}</h2>
      {isGone ? (
        <Notice tone="wait" role="alert">
          {t('form.gone')}
        </Notice>
      ) : null}
      {rule ? null : <ScopeFields {...choices} chosen={chosen} isMissing={isMissing} onChange={setChosen} />}
      <RuleFields form={form} problems={problems} currency={currency} onChange={setForm} />
    </Form>
  )
}

/** The form of a new rule. */
const EMPTY_FORM: RuleForm = {
  way: 'cost_plus',
  percent: '',
  add: '',
  fixed: '',
  rounding: '',
  floorPercent: '',
  floorSum: '',
}

/** Returns a rule as its form shows it. Sums are main units with a point, which every language of the form reads. */
function toForm(terms: RuleTerms | null, sumOf: (minor: number) => string): RuleForm {
  if (!terms) return EMPTY_FORM
  const sum = (minor: number | null) => (minor === null ? '' : sumOf(minor))

  return {
    way: terms.fixedMinor === null ? 'cost_plus' : 'price',
    percent: terms.percent ?? '',
    add: sum(terms.addMinor),
    fixed: sum(terms.fixedMinor),
    rounding: terms.rounding ?? '',
    floorPercent: terms.floorPercent ?? '',
    floorSum: sum(terms.floorMinor),
  }
}

type RuleFieldsProps = {
  form: RuleForm
  problems: readonly RuleProblem[]
  currency: string
  onChange: (form: RuleForm) => void
}

/** What a rule says: how cost becomes price, the rounding, and the floor. */
function RuleFields({ form, problems, currency, onChange }: RuleFieldsProps) {
  const t = useTranslations('admin-pricing.form')
  const tPricing = useTranslations('admin-pricing')
  const amount = (name: 'percent' | 'add' | 'fixed' | 'floorPercent' | 'floorSum') => ({
    id: `rule-${name}`,
    value: form[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    dir: 'ltr' as const,
    error: problems.includes(name) ? t(`wrong.${name}`) : null,
    onChange: (event: { target: { value: string } }) => onChange({ ...form, [name]: event.target.value }),
  })

  return (
    <>
      <RadioField
        name="way"
        legend={tPricing('rules.price')}
        value={form.way}
        options={(['cost_plus', 'price'] as const).map((way) => [way, t(`ways.${way}`)])}
        onChange={(way) => onChange({ ...form, way })}
      />
      <div className={FIELD_COLUMNS}>
        {form.way === 'cost_plus' ? (
          <>
            <TextField {...amount('percent')} label={t('percent')} />
            <TextField {...amount('add')} label={t('add', { currency })} />
          </>
        ) : (
          <TextField {...amount('fixed')} label={t('fixed', { currency })} />
        )}
        <ChoiceField
          id="rule-rounding"
          label={t('rounding')}
          value={form.rounding}
          any={t('asAbove')}
          options={PRICE_ROUNDINGS.map((one) => [one, t(`roundings.${one}`)])}
          onChange={({ target }) =>
            onChange({ ...form, rounding: PRICE_ROUNDINGS.find((one) => one === target.value) ?? '' })
          }
        />
        <TextField {...amount('floorPercent')} label={t('floorPercent')} />
        <TextField {...amount('floorSum')} label={t('floorSum', { currency })} />
      </div>
      {problems.includes('nothing') ? (
        <p role="alert" className="field-error">
          {t('wrong.nothing')}
        </p>
      ) : null}
      <p className="a-meta">{t('hint')}</p>
    </>
  )
}

/** What a new rule may speak about. */
type ScopeChoices = { shelves: string[]; destinations: { id: number; name: string }[] }

/** What is chosen so far. `gigabytes` is text as it was typed. */
type ChosenScope = {
  scope: 'shelf' | 'destination' | 'kind'
  shelf: string
  skuId: string
  kind: 'fixed' | 'day_pass' | 'size'
  gigabytes: string
}

/** The field in which a scope of each sort can be missing. */
const FIELDS_OF_SCOPE = { shelf: 'rule-shelf', destination: 'rule-sku', kind: 'rule-size' }

/** Returns the scope that is chosen, `null` while something is missing. */
function toScope({ scope, shelf, skuId, kind, gigabytes }: ChosenScope): RuleScope | null {
  if (scope === 'shelf') return shelf === '' ? null : { scope, scopeKey: shelf }
  if (scope === 'destination') return skuId === '' ? null : { scope, scopeKey: skuId }
  const only = skuId === '' ? null : Number(skuId)
  if (kind !== 'size') return { scope, scopeKey: kindKey({ skuId: only, kind }) }
  const size = /^[1-9]\d{0,4}$/.test(gigabytes.trim()) ? Number(gigabytes) : null

  return size === null ? null : { scope, scopeKey: kindKey({ skuId: only, minMb: size * 1024 }) }
}

type ScopeFieldsProps = ScopeChoices & {
  chosen: ChosenScope
  isMissing: boolean
  onChange: (chosen: ChosenScope) => void
}

/** Whom a new rule speaks about. A rule of one plan is made from the plan itself. */
function ScopeFields({ shelves, destinations, chosen, isMissing, onChange }: ScopeFieldsProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const pick = (name: keyof ChosenScope) => (event: { target: { value: string } }) =>
    onChange({ ...chosen, [name]: event.target.value })

  return (
    <div className={FIELD_COLUMNS}>
      <ChoiceField
        id="rule-scope"
        label={t('form.scope')}
        value={chosen.scope}
        onChange={pick('scope')}
        options={(['shelf', 'destination', 'kind'] as const).map((scope) => [scope, t(`form.scopes.${scope}`)])}
      />
      {chosen.scope === 'shelf' ? (
        <ChoiceField
          id="rule-shelf"
          label={tLabel('shelf')}
          error={isMissing ? t('form.missing') : null}
          value={chosen.shelf}
          onChange={pick('shelf')}
          any={t('form.choose')}
          options={shelves.map((shelf) => [shelf, t(`shelf.${shelf as 'asia'}`)])}
        />
      ) : (
        <ChoiceField
          id="rule-sku"
          label={tLabel('destination')}
          error={isMissing && chosen.scope === 'destination' ? t('form.missing') : null}
          value={chosen.skuId}
          onChange={pick('skuId')}
          any={t(chosen.scope === 'kind' ? 'form.everywhere' : 'form.choose')}
          options={destinations.map(({ id, name }) => [String(id), name])}
        />
      )}
      {chosen.scope === 'kind' ? (
        <ChoiceField
          id="rule-kind"
          label={tLabel('kind')}
          value={chosen.kind}
          onChange={pick('kind')}
          options={(['fixed', 'day_pass', 'size'] as const).map((kind) => [kind, t(`form.kinds.${kind}`)])}
        />
      ) : null}
      {chosen.scope === 'kind' && chosen.kind === 'size' ? (
        <TextField
          id="rule-size"
          label={t('form.size')}
          value={chosen.gigabytes}
          inputMode="numeric"
          dir="ltr"
          error={isMissing ? t('form.missing') : null}
          onChange={pick('gigabytes')}
        />
      ) : null}
    </div>
  )
}
