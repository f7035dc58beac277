'use client'

import { Button } from '#components/ui/button.tsx'

/** The words are in the document: when this shows, the server may be the thing that does not answer. */
export default function ShopError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  // Only ever drawn in the browser, whose document brought them along.
  const [title, text, reference, again] = document.documentElement.dataset.failed?.split('\n') ?? []

  return (
    <main id="main" className="narrow stack py-16">
      <h1 className="text-(length:--s6)">{title}</h1>
      <p className="soft">{text}</p>
      {error.digest ? (
        <p className="small soft">
          {reference} <bdi>{error.digest}</bdi>
        </p>
      ) : null}
      <p>
        <Button tone="primary" onClick={retry}>
          {again}
        </Button>
      </p>
    </main>
  )
}
