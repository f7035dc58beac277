'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { useRuleLabels } from '#components/pricing/admin/rule-labels.ts'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { VERSIONS } from '#components/ui/admin/edit-form.tsx'
import { ActionMessage, Form } from '#components/ui/admin/form.tsx'
import { isTyping } from '#components/ui/admin/key-map.tsx'
import { type Action, useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { FIELD_COLUMNS } from '#components/ui/choice-field.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { call } from '#lib/core/client/request.ts'
import {
  applyDraft,
  type DraftSeen,
  discardDraft,
  draftRate,
  scheduleDraft,
  settleEdit,
} from '#lib/pricing/client/promotions.ts'
import type { ConflictView } from '#lib/pricing/queries/admin-pricing.ts'
import type { RuleTerms } from '#lib/pricing/rules/pricing-edit.ts'
import type { undoRevisionCall } from '#lib/pricing/schema.ts'

/** Does something about prices, then shows the page anew, at another address where the work returns one. */
export function usePricing(): Action<() => Promise<string | null>> {
  const t = useTranslations('admin-pricing')
  const router = useRouter()

  return useAction({
    send: (work: () => Promise<string | null>) => work(),
    roomTexts: t,
    tell: () => null,
    onDone: (address) => {
      if (address) router.push(address as never)
    },
  })
}

type DraftBarProps = { draft: DraftSeen; preview: string; changed: number; mayApply: boolean }

/** The acts of a draft. What they will do stands beside them: they ask nothing a second time. */
export function DraftBar({ draft, preview, changed, mayApply }: DraftBarProps) {
  const t = useTranslations('admin-pricing')
  const pricing = usePricing()
  const { isSending, failure, run } = pricing
  const named = Array.isArray(failure?.details.plans) ? failure.details.plans : []
  const [isPlanning, setPlanning] = useState(false)
  const apply = () =>
    run(async () => {
      await applyDraft(draft, preview)

      return '/admin/pricing?done=1'
    })

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isMeant = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented
      // In a field or a dialog the same keys are meant for what it asks: the palette opens a page beside this one by them.
      const isElsewhere = isTyping(event.target) || document.querySelector('dialog[open]') !== null
      if (isMeant && mayApply && !isElsewhere) void apply()
    }
    document.addEventListener('keydown', press)

    return () => document.removeEventListener('keydown', press)
  })

  async function plan({ at }: { at: string }): Promise<boolean> {
    const isPlanned = await run(async () => {
      await scheduleDraft(draft, preview, new Date(at).toISOString())

      return null
    })
    if (isPlanned) setPlanning(false)

    return isPlanned
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Button tone="primary" disabled={!mayApply} aria-disabled={isSending || undefined} onClick={apply}>
          {t('draft.apply', { count: changed })}
        </Button>
        <Button disabled={!mayApply} aria-expanded={isPlanning} onClick={() => setPlanning(!isPlanning)}>
          {t('draft.atTime')}
        </Button>
        <Button
          onClick={() =>
            run(async () => {
              await discardDraft(draft)

              return '/admin/pricing'
            })
          }
        >
          {t('draft.discard')}
        </Button>
      </div>
      {isPlanning ? (
        <Form
          className="flex flex-wrap items-end gap-x-2.5 gap-y-1.5"
          action={{ ...pricing, run: plan }}
          message={null}
          fields={[{ kind: 'datetime-local', name: 'at', label: t('draft.when'), hint: t('draft.yourClock') }]}
          press={t('draft.plan')}
        />
      ) : null}
      <ActionMessage
        message={
          pricing.message && {
            ...pricing.message,
            text: (
              <>
                {pricing.message.text}
                {named.length > 0 ? <span className="a-sub">{named.join('; ')}</span> : null}
              </>
            ),
          }
        }
        variant="notice"
      />
    </>
  )
}

/** Begins a draft that puts a change back; its preview is shown before anything counts. */
export function UndoButton({ id, what }: { id: string; what: string }) {
  const t = useTranslations('admin-pricing')
  const router = useRouter()

  return (
    <AtOnce
      press={t('history.undo')}
      name={t('history.undoOf', { what })}
      send={() => call<typeof undoRevisionCall>('POST /api/admin/pricing/changes/[id]/undo', { params: { id } })}
      roomTexts={t}
      tell={() => null}
      onDone={({ draftId }) => router.push(`/admin/pricing?draft=${draftId}` as Route)}
    />
  )
}

type ConflictListProps = { conflicts: ConflictView[]; draft: DraftSeen; currency: string; mayChange: boolean }

/** Rules that somebody else has changed since the draft was made: what they say now beside what is wanted. */
export function ConflictList({ conflicts, draft, currency, mayChange }: ConflictListProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const labels = useRuleLabels(currency)
  const said = (terms: RuleTerms | null) =>
    terms
      ? [
          labels.price(terms),
          labels.rounding(terms),
          labels.floor(terms) && t('floorOf', { floor: labels.floor(terms) ?? '' }),
        ]
          .filter(Boolean)
          .join(' · ')
      : t('noRule')

  return conflicts.map(({ rule, theirs, mine, by, at }) => (
    <Notice key={`${rule.scope}|${rule.scopeKey}`} tone="wait" icon="person">
      <b>
        {by && at
          ? t.rich('conflict.by', { by, rule: labels.name(rule), at: () => <LocalTime at={at} show="moment" /> })
          : t('conflict.gone', { rule: labels.name(rule) })}
      </b>
      <dl className={VERSIONS}>
        <dt>{tLabel('now')}</dt>
        <dd>{said(theirs)}</dd>
        <dt>{t('conflict.mine')}</dt>
        <dd>{said(mine)}</dd>
      </dl>
      {mayChange ? <Settle draft={draft} rule={rule} /> : null}
    </Notice>
  ))
}

/** Settles one of them; what came of it stands beside it. */
function Settle({ draft, rule }: { draft: DraftSeen; rule: ConflictView['rule'] }) {
  const t = useTranslations('admin-pricing')
  const { isSending, message, run } = usePricing()
  const settle = async (action: 'keep' | 'drop') => {
    await settleEdit(draft, rule, action)

    return null
  }

  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        {(['keep', 'drop'] as const).map((action) => (
          <Button
            key={action}
            size="small"
            aria-disabled={isSending || undefined}
            onClick={() => run(() => settle(action))}
          >
            {t(`conflict.${action}`)}
          </Button>
        ))}
      </span>
      <ActionMessage message={message} variant="line" />
    </>
  )
}

/** Another exchange rate, typed or out of a file. It becomes a draft: the prices that follow are shown first. */
export function RateForm({ from, to, today }: { from: string; to: string; today: string }) {
  const t = useTranslations('admin-pricing')
  const { isSending, message, run } = usePricing()
  const send = (rate: Parameters<typeof draftRate>[0]) =>
    run(async () => {
      const { draftId } = await draftRate(rate)

      return `/admin/pricing?draft=${draftId}`
    })

  return (
    <div className="grid gap-3 p-3.5">
      <Form
        className={FIELD_COLUMNS}
        action={{ isSending, message, failure: null, run: send, clear: () => undefined }}
        message={null}
        fields={[
          {
            kind: 'text',
            name: 'rate',
            label: t('rate.one', { from, to }),
            wrong: t('failed.rate'),
            inputMode: 'decimal',
            dir: 'ltr',
          },
          { kind: 'date', name: 'asOf', label: t('rate.asOf'), defaultValue: today, max: today },
        ]}
        press={t('rate.preview')}
        isKept
      />
      <TextField
        id="rates"
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        label={t('rate.file')}
        hint={t('rate.fileHint', { from, to })}
        disabled={isSending}
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          if (file) await send({ file: await file.text() })
          // The same file is chosen again once it was mended.
          target.value = ''
        }}
      />
      <ActionMessage message={message} variant="line" />
    </div>
  )
}
