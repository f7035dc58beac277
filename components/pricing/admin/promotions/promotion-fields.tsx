'use client'

import { useTranslations } from 'next-intl'
import { type MouseEvent, useState } from 'react'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField, FIELD_COLUMNS, RadioField } from '#components/ui/choice-field.tsx'
import { TextField } from '#components/ui/field.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { endPromotion } from '#lib/pricing/client/promotions.ts'
import { PROMOTION_PLANS } from '#lib/pricing/rules/promotion.ts'
import type { PromotionForm, PromotionProblem } from '#lib/pricing/rules/promotion-edit.ts'

type PromotionFieldsProps = {
  form: PromotionForm
  problems: readonly PromotionProblem[]
  currency: string
  isCodeFixed: boolean
  onChange: (changes: Partial<PromotionForm>) => void
}

/** What a promotion takes off, when it counts, and how often. */
export function PromotionFields({ form, problems, currency, isCodeFixed, onChange }: PromotionFieldsProps) {
  const t = useTranslations('admin-promotions.form')
  const tLabel = useTranslations('admin.label')
  const field = (name: PromotionProblem) => ({
    id: `promotion-${name}`,
    value: form[name],
    autoComplete: 'off',
    error: problems.includes(name) ? t(`wrong.${name}`) : null,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const numberField = (name: PromotionProblem) => ({
    ...field(name),
    inputMode: 'decimal' as const,
    dir: 'ltr' as const,
  })
  const time = (name: PromotionProblem) => ({ ...field(name), type: 'datetime-local', dir: 'ltr' as const })

  return (
    <>
      <div className={FIELD_COLUMNS}>
        <TextField {...field('code')} label={tLabel('code')} hint={t('codeHint')} dir="ltr" readOnly={isCodeFixed} />
        <TextField {...field('title')} label={t('title')} maxLength={80} />
      </div>
      <RadioField
        name="promotion-kind"
        legend={t('kind')}
        value={form.kind}
        options={(['percent', 'sum'] as const).map((kind) => [kind, t(`kinds.${kind}`)])}
        onChange={(kind) => onChange({ kind })}
      />
      <div className={FIELD_COLUMNS}>
        <TextField {...numberField('value')} label={form.kind === 'percent' ? t('percent') : t('sum', { currency })} />
        <TextField {...numberField('minimum')} label={t('minimum', { currency })} hint={t('emptyNone')} />
        <TextField {...numberField('totalLimit')} label={t('totalLimit')} hint={t('emptyNone')} />
        <TextField {...numberField('personLimit')} label={t('personLimit')} hint={t('emptyNone')} />
        <TextField {...time('from')} label={tLabel('from')} />
        <TextField {...time('until')} label={t('until')} hint={t('emptyOpen')} />
        <TextField {...field('timeZone')} label={tLabel('timeZone')} hint={t('timeZoneHint')} dir="ltr" />
        <ChoiceField
          id="promotion-plans"
          label={tLabel('plans')}
          value={form.planKind}
          any={t('planKinds.all')}
          options={PROMOTION_PLANS.map((kind) => [kind, t(`planKinds.${kind}`)])}
          onChange={({ target }) => onChange({ planKind: PROMOTION_PLANS.find((kind) => kind === target.value) ?? '' })}
        />
      </div>
    </>
  )
}

/** Ends a promotion for good: asked for twice, because there is no way back. */
export function EndPromotion({ id, turn, code }: { id: string; turn: number; code: string }) {
  const t = useTranslations('admin-promotions')
  const end = useAction({ send: () => endPromotion({ id, turn }), roomTexts: t, tell: () => null })
  const [isAsked, setAsked] = useState(false)
  const ask = ({ currentTarget }: MouseEvent<HTMLButtonElement>, isOn: boolean) => {
    // Not to the one that means it: a key held down would press it too.
    keepPlace(currentTarget, isOn ? `#keep-${id}` : `#end-${id}`)
    setAsked(isOn)
  }

  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      {isAsked ? (
        <>
          <Button
            size="small"
            tone="ink"
            aria-disabled={end.isSending || undefined}
            onClick={({ currentTarget }) => {
              keepPlace(currentTarget, 'main h1')
              void end.run()
            }}
          >
            {t('endForGood')}
          </Button>
          <Button id={`keep-${id}`} size="small" onClick={(event) => ask(event, false)}>
            {t('keep')}
          </Button>
        </>
      ) : (
        <Button id={`end-${id}`} size="small" aria-label={t('endOf', { code })} onClick={(event) => ask(event, true)}>
          {t('end')}
        </Button>
      )}
      <ActionMessage message={end.message} variant="line" />
    </span>
  )
}
