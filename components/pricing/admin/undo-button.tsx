'use client'

import { useTranslations } from 'next-intl'
import { useAct } from '#components/pricing/admin/use-act.ts'
import { Button } from '#components/ui/button.tsx'
import { undoChange } from '#lib/pricing/client/pricing.ts'

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
