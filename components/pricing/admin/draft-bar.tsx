'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { usePricing } from '#components/pricing/admin/use-pricing.ts'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { ActionMessage, Form } from '#components/ui/admin/form.tsx'
import { isTyping } from '#components/ui/admin/key-map.tsx'
import { Button } from '#components/ui/button.tsx'
import { call } from '#lib/core/client/request.ts'
import { applyDraft, type DraftSeen, discardDraft, scheduleDraft } from '#lib/pricing/client/promotions.ts'
import type { undoRevisionCall } from '#lib/pricing/schema.ts'

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
