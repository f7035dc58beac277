'use client'

import { Button } from '#components/ui/button.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import texts from './error-messages.json'

type Props = { error: Error & { digest?: string }; retry: () => void }

/** The words are in the bundle: when this shows, the server may be the thing that does not answer. */
export default function ShopError({ error, retry }: Props) {
  // Only ever drawn in the browser, whose document says its language.
  const labels = texts[document.documentElement.lang as Locale]

  return (
    <main id="main" className="narrow stack py-16">
      <h1 className="text-(length:--s6)">{labels.title}</h1>
      <p className="soft">{labels.text}</p>
      {error.digest ? (
        <p className="small soft">
          {labels.reference} <bdi>{error.digest}</bdi>
        </p>
      ) : null}
      <p>
        <Button tone="primary" onClick={retry}>
          {labels.again}
        </Button>
      </p>
    </main>
  )
}
