import { useTranslations } from 'next-intl'
import type { useSave } from '#components/admin/settings/use-save.ts'
import { Button } from '#components/ui/button.tsx'

type SaveRowProps = { saving: ReturnType<typeof useSave>; isChanged: boolean; label?: string }

/** The button of a form of settings, and what came of the last time. */
export function SaveRow({ saving: { state, problem }, isChanged, label }: SaveRowProps) {
  const t = useTranslations('admin-settings')

  return (
    <p className="a-row">
      <Button type="submit" tone="ink" disabled={state === 'sending' || !isChanged}>
        {state === 'sending' ? t('saving') : (label ?? t('save'))}
      </Button>
      <span role="status" className="a-meta">
        {state === 'saved' && !isChanged ? t('saved') : ''}
      </span>
      {problem ? (
        <span role="alert" className="a-problem">
          {t(`failed.${problem.words}`)}
        </span>
      ) : null}
    </p>
  )
}
