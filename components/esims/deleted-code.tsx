import { useTranslations } from 'next-intl'
import { SealDrawing } from '#components/esims/seal-drawing.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'

/** An eSIM whose plan is long over: its code is not kept any more. */
export function DeletedCode({ at }: { at: Date }) {
  const t = useTranslations('card.deleted')

  return (
    <div className="stack">
      <SealDrawing isHere={false} />
      <div>
        <h3 className="stub-title">{t('heading')}</h3>
        <p className="mt-1.5">{t.rich('body', { at: () => <LocalTime at={at} show="date" /> })}</p>
      </div>
    </div>
  )
}
