'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useState } from 'react'
import { useAct } from '#components/pricing/admin/use-act.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { applyDraft, type DraftSeen, discardDraft, scheduleDraft, undoChange } from '#lib/pricing/client/promotions.ts'

type DraftBarProps = { draft: DraftSeen; preview: string; changed: number; mayApply: boolean }

/** The acts of a draft. What they will do stands beside them: they ask nothing a second time. */
export function DraftBar({ draft, preview, changed, mayApply }: DraftBarProps) {
  const t = useTranslations('admin-pricing')
  const { isBusy, problem, named, run } = useAct()
  const [isPlanning, setPlanning] = useState(false)
  const apply = () =>
    run(async () => {
      await applyDraft(draft, preview)

      return '/admin/pricing?done=1'
    })

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && mayApply && !isBusy) void apply()
    }
    document.addEventListener('keydown', press)

    return () => document.removeEventListener('keydown', press)
  })

  async function plan(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const at = new Date(String(new FormData(event.currentTarget).get('at')))
    if (Number.isNaN(at.getTime())) return
    const isPlanned = await run(async () => {
      await scheduleDraft(draft, preview, at.toISOString())

      return null
    })
    if (isPlanned) setPlanning(false)
  }

  return (
    <>
      <div className="a-row">
        <Button tone="primary" disabled={isBusy || !mayApply} onClick={apply}>
          {t('draft.apply', { count: changed })}
        </Button>
        <Button disabled={isBusy || !mayApply} aria-expanded={isPlanning} onClick={() => setPlanning(!isPlanning)}>
          {t('draft.atTime')}
        </Button>
        <Button
          disabled={isBusy}
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
        <form className="a-row a-plan" onSubmit={plan}>
          <TextField
            id="at"
            name="at"
            type="datetime-local"
            label={t('draft.when')}
            hint={t('draft.yourClock')}
            required
          />
          <Button type="submit" tone="ink" disabled={isBusy}>
            {t('draft.plan')}
          </Button>
        </form>
      ) : null}
      <div role="status" className="a-said">
        {problem ? (
          <Notice tone="bad">
            {t(`failed.${problem}`)}
            {named.length > 0 ? <span className="a-sub">{named.join('; ')}</span> : null}
          </Notice>
        ) : null}
      </div>
    </>
  )
}

/** Begins a draft that puts a change back; its preview is shown before anything counts. */
export function UndoButton({ id, what }: { id: string; what: string }) {
  const t = useTranslations('admin-pricing')
  const { isBusy, problem, run } = useAct()

  return (
    <>
      <Button
        size="small"
        disabled={isBusy}
        aria-label={t('history.undoOf', { what })}
        onClick={() =>
          run(async () => {
            const { draftId } = await undoChange(id)

            return `/admin/pricing?draft=${draftId}`
          })
        }
      >
        {t('history.undo')}
      </Button>
      {problem ? (
        <span role="alert" className="field-error">
          {t(`failed.${problem}`)}
        </span>
      ) : null}
    </>
  )
}
