'use client'

import { useTranslations } from 'next-intl'
import { Field, TextField } from '#components/ui/field.tsx'
import { PRICE_ROUNDINGS } from '#lib/pricing/rules/pricing.ts'
import type { RuleForm, RuleProblem } from '#lib/pricing/rules/pricing-edit.ts'

type RuleFieldsProps = {
  form: RuleForm
  problems: readonly RuleProblem[]
  currency: string
  onChange: (form: RuleForm) => void
}

/** What a rule says: how cost becomes price, the rounding, and the floor. */
export function RuleFields({ form, problems, currency, onChange }: RuleFieldsProps) {
  const t = useTranslations('admin-pricing.form')
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
      <fieldset className="a-way">
        <legend>{t('way')}</legend>
        {(['cost_plus', 'price'] as const).map((way) => (
          <label key={way} className="check">
            <input
              type="radio"
              name="way"
              value={way}
              checked={form.way === way}
              onChange={() => onChange({ ...form, way })}
            />
            <span>{t(`ways.${way}`)}</span>
          </label>
        ))}
      </fieldset>
      <div className="a-fields">
        {form.way === 'cost_plus' ? (
          <>
            <TextField {...amount('percent')} label={t('percent')} />
            <TextField {...amount('add')} label={t('add', { currency })} />
          </>
        ) : (
          <TextField {...amount('fixed')} label={t('fixed', { currency })} />
        )}
        <Field id="rule-rounding" label={t('rounding')}>
          <select
            id="rule-rounding"
            className="input"
            value={form.rounding}
            onChange={(event) =>
              onChange({ ...form, rounding: PRICE_ROUNDINGS.find((one) => one === event.target.value) ?? '' })
            }
          >
            <option value="">{t('asAbove')}</option>
            {PRICE_ROUNDINGS.map((one) => (
              <option key={one} value={one}>
                {t(`roundings.${one}`)}
              </option>
            ))}
          </select>
        </Field>
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
