'use client'

import { useParams } from 'next/navigation'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import texts from './error-words.json'

type Props = { error: Error & { digest?: string }; retry: () => void }

/** The words are in the bundle: when this shows, the server may be the thing that does not answer. */
export default function ShopError({ error, retry }: Props) {
  const { locale: asked } = useParams<{ locale: string }>()
  const locale = toLocale(asked ?? '')
  const words = texts[locale]

  return (
    <main id="main" className="narrow stack py-16">
      <h1 className="text-(length:--s6)">{words.title}</h1>
      <p className="soft">{words.text}</p>
      {error.digest ? (
        <p className="small soft">
          {words.reference} <bdi>{error.digest}</bdi>
        </p>
      ) : null}
      <p className="flex flex-wrap gap-3">
        <Button tone="primary" onClick={retry}>
          {words.again}
        </Button>
        <ButtonLink href={localePath(locale, '/')}>{words.home}</ButtonLink>
      </p>
    </main>
  )
}
