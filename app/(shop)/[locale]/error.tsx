'use client'

import { Button } from '#components/ui/button.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import texts from './error-words.json'

type Props = { error: Error & { digest?: string }; retry: () => void }

/** The words are in the bundle: when this shows, the server may be the thing that does not answer. */
export default function ShopError({ error, retry }: Props) {
  // Only ever drawn in the browser, whose document says its language.
  const words = texts[document.documentElement.lang as Locale]

  return (
    <main id="main" className="narrow stack py-16">
      <h1 className="text-(length:--s6)">{words.title}</h1>
      <p className="soft">{words.text}</p>
      {error.digest ? (
        <p className="small soft">
          {words.reference} <bdi>{error.digest}</bdi>
        </p>
      ) : null}
      <p>
        <Button tone="primary" onClick={retry}>
          {words.again}
        </Button>
      </p>
    </main>
  )
}
