import { useTranslations } from 'next-intl'
import type { useSave } from '#components/settings/admin/use-save.ts'
import { Button } from '#components/ui/button.tsx'

type SaveRowProps = {
  saving: ReturnType<typeof useSave>
  isChanged: boolean
  /** Somebody else has stored what is edited here: that is decided first. */
  isConflict: boolean
  label?: string
}

/** The button of a form of settings, and what came of the last time. */
export function SaveRow({ saving: { state, problem }, isChanged, isConflict, label }: SaveRowProps) {
  const t = useTranslations('admin-settings')
  // Both versions stand above it, or one was chosen.
  const isSaid = problem?.words === 'changed' && (isConflict || !isChanged)
  const said = isSaid ? null : problem

  return (
    <p className="a-row">
      <Button type="submit" tone="ink" disabled={state === 'sending' || !isChanged || isConflict}>
        {state === 'sending' ? t('saving') : (label ?? t('save'))}
      </Button>
      <span role="status" className="a-meta">
        {state === 'saved' && !isChanged ? t('saved') : ''}
      </span>
      {said ? (
        <span role="alert" className="a-problem">
          {t(`failed.${said.words}`)}
        </span>
      ) : null}
    </p>
  )
}
