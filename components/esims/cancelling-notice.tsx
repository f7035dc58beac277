import { useLocale, useTranslations } from 'next-intl'
import { SealDrawing } from '#components/esims/seal-drawing.tsx'
import { sumText } from '#components/orders/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { EsimView } from '#lib/settings/rules/shop.ts'

/** An eSIM on its way back, or gone: there is nothing to open any more. */
export function CancellingNotice({ esim }: { esim: EsimView }) {
  const t = useTranslations('order.back')
  const sum = sumText(esim.price, toLocale(useLocale()))
  const { state } = esim.return
  if (state === 'none' || state === 'refused') return null

  return (
    <div className="stack">
      <SealDrawing isHere={false} />
      <div>
        <h3 className="stub-title">{t(state)}</h3>
        <p className="mt-1.5">{t(`${state}Body`, { sum })}</p>
      </div>
    </div>
  )
}
