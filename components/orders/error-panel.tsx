'use client'

import { useTranslations } from 'next-intl'
import { StateBox } from '#components/orders/state-box.tsx'
import { Button } from '#components/ui/button.tsx'

/** A page that could not be shown: what failed, that money and order are safe, and what to quote. */
export function ErrorPanel({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const t = useTranslations('order.error')

  return (
    <main id="main" className="narrow py-12">
      <StateBox isCalm role="alert">
        <h1>{t('heading')}</h1>
        <p>{t('body')}</p>
        {error.digest ? (
          <p className="small soft">
            {t.rich('reference', { reference: error.digest, code: (chunks) => <bdi>{chunks}</bdi> })}
          </p>
        ) : null}
        <p className="actions">
          <Button tone="primary" onClick={retry}>
            {t('again')}
          </Button>
        </p>
      </StateBox>
    </main>
  )
}
