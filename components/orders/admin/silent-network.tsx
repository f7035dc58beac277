import { useTranslations } from 'next-intl'
import { Span } from '#components/ui/admin/relative-time.tsx'
import { Notice } from '#components/ui/notice.tsx'

/** Says which acts have to wait while the network does not answer, and that the others need not. */
export function SilentNetwork({ forMs }: { forMs: number | null }) {
  const t = useTranslations('admin-acts.silent')
  if (forMs === null) return null

  return (
    <Notice tone="wait">
      <b>{t.rich('title', { age: () => <Span seconds={Math.floor(forMs / 1_000)} /> })}</b> {t('waits')} {t('works')}
    </Notice>
  )
}
