'use client'

import { useTranslations } from 'next-intl'
import { Field, TextField } from '#components/ui/field.tsx'
import { kindKey, type RuleScope } from '#lib/pricing/rules/pricing-scope.ts'

/** What a new rule may speak about. */
export type ScopeChoices = { shelves: string[]; destinations: { id: number; name: string }[] }

/** What is chosen so far. `gigabytes` is text as it was typed. */
export type ChosenScope = {
  scope: 'shelf' | 'destination' | 'kind'
  shelf: string
  skuId: string
  kind: 'fixed' | 'day_pass' | 'size'
  gigabytes: string
}

/** Returns the scope that is chosen, `null` while something is missing. */
export function toScope({ scope, shelf, skuId, kind, gigabytes }: ChosenScope): RuleScope | null {
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
export function ScopeFields({ shelves, destinations, chosen, isMissing, onChange }: ScopeFieldsProps) {
  const t = useTranslations('admin-pricing')
  const pick = (name: keyof ChosenScope) => (event: { target: { value: string } }) =>
    onChange({ ...chosen, [name]: event.target.value })

  return (
    <div className="a-fields">
      <Field id="rule-scope" label={t('form.scope')}>
        <select id="rule-scope" className="input" value={chosen.scope} onChange={pick('scope')}>
          {(['shelf', 'destination', 'kind'] as const).map((scope) => (
            <option key={scope} value={scope}>
              {t(`form.scopes.${scope}`)}
            </option>
          ))}
        </select>
      </Field>
      {chosen.scope === 'shelf' ? (
        <Field id="rule-shelf" label={t('form.shelf')} error={isMissing ? t('form.missing') : null}>
          <select id="rule-shelf" className="input" value={chosen.shelf} onChange={pick('shelf')}>
            <option value="">{t('form.choose')}</option>
            {shelves.map((shelf) => (
              <option key={shelf} value={shelf}>
                {t(`shelf.${shelf as 'asia'}`)}
              </option>
            ))}
          </select>
        </Field>
      ) : (
        <Field
          id="rule-sku"
          label={t('form.destination')}
          error={isMissing && chosen.scope === 'destination' ? t('form.missing') : null}
        >
          <select id="rule-sku" className="input" value={chosen.skuId} onChange={pick('skuId')}>
            <option value="">{t(chosen.scope === 'kind' ? 'form.everywhere' : 'form.choose')}</option>
            {destinations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      {chosen.scope === 'kind' ? (
        <Field id="rule-kind" label={t('form.kind')}>
          <select id="rule-kind" className="input" value={chosen.kind} onChange={pick('kind')}>
            {(['fixed', 'day_pass', 'size'] as const).map((kind) => (
              <option key={kind} value={kind}>
                {t(`form.kinds.${kind}`)}
              </option>
            ))}
          </select>
        </Field>
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
