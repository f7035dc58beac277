'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'

type Props = { error: Error & { digest?: string }; reset: () => void }

/** A page of the back office that could not be read. The frame around it stays, and reading again is harmless. */
export default function AdminError({ error, reset }: Props) {
  const t = useTranslations('admin.error')

  return (
    <section className="a-panel" role="alert" aria-labelledby="admin-error">
      <div className="a-ph">
        <h1 id="admin-error">{t('heading')}</h1>
      </div>
      <p className="a-emptyline">{t('body')}</p>
      <p className="a-pager">
        <Button tone="primary" onClick={reset}>
          {t('again')}
        </Button>
        {error.digest ? (
          <span>{t.rich('reference', { reference: error.digest, code: (words) => <bdi>{words}</bdi> })}</span>
        ) : null}
      </p>
    </section>
  )
}
