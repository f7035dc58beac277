'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useLayoutEffect, useRef, useState, useTransition } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { PendingIndicator } from '#components/ui/admin/pending-indicator.tsx'
import { useAddress } from '#components/ui/admin/stay-awake.tsx'
import { Button } from '#components/ui/button.tsx'
import { findReach } from '#lib/auth/client/admin-session.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { filterOf, type KeptRows, placeRows, takeRows } from '#lib/core/client/kept-rows.ts'
import { hasInput } from '#lib/core/client/unsaved.ts'

type Props = { error: Error & { digest?: string }; reset: () => void; retry: () => void }

const AGAIN_EVERY_MS = 20_000

/**
 * A page of the back office that could not be read. The frame around it stays, and below it what stood there before, with its
 * age. Reading again is harmless, so it happens by itself as well, as long as nothing was typed.
 */
export default function AdminError({ error, reset, retry }: Props) {
  const t = useTranslations('admin.error')
  const asked = useAddress()
  // The page from before is still there while this one is drawn for the first time, and gone after that.
  const [rows] = useState(takeRows)
  const [isGoing, go] = useTransition()
  const failed = useRef(asked)
  // What is kept has the heading of its page.
  const Heading = rows ? 'h2' : 'h1'

  useEffect(() => {
    // Another filter of the same page: the framework would keep this panel over its rows.
    if (failed.current !== asked) go(reset)
    failed.current = asked
  }, [asked, reset])

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine && !hasInput()) void readAgain(() => go(retry))
    }, AGAIN_EVERY_MS)

    return () => clearInterval(timer)
  }, [retry])

  return (
    <>
      {/* Said once: every further attempt draws the panel anew. */}
      <section
        id="unread"
        className="a-panel has-[+.a-kept]:mb-4 not-phone:has-[+.a-kept]:sticky not-phone:has-[+.a-kept]:top-14 not-phone:has-[+.a-kept]:z-9"
        role={rows?.isNew === false ? undefined : 'alert'}
        aria-labelledby="admin-error"
      >
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3.5 py-1.5">
          <Heading id="admin-error">{t('heading')}</Heading>
        </div>
        <p className="a-emptyline">
          {rows ? t.rich('kept', { at: () => <LocalTime at={new Date(rows.at)} show="time_zone" /> }) : t('body')}
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3.5 py-2 text-small text-ink-soft">
          <Button
            tone="primary"
            onClick={({ currentTarget }) => {
              keepPlace(currentTarget, '#unread .btn', '#main h1')
              void readAgain(() => go(retry))
            }}
          >
            {t('again')}
          </Button>
          {rows && rows.from !== asked ? (
            <Link className="btn" href={rows.from}>
              {t('back')}
            </Link>
          ) : null}
          {error.digest ? (
            <span>{t.rich('reference', { reference: error.digest, code: (chunks) => <bdi>{chunks}</bdi> })}</span>
          ) : null}
          {isGoing ? <PendingIndicator /> : null}
        </p>
      </section>
      {rows ? <KeptPage rows={rows} go={go} /> : null}
    </>
  )
}

/** Reads the page again where the store answers: else the frame would be lost as well. */
async function readAgain(read: () => void): Promise<void> {
  if ((await findReach()) === 'good') read()
}

type KeptPageProps = {
  rows: KeptRows
  /** Reads another page, behind which the rows stay until it is there. */
  go: (read: () => void) => void
}

/** A page from before. Its links and filters lead on as ever; they are plain ones here, so it hears them itself. */
function KeptPage({ rows, go }: KeptPageProps) {
  const router = useRouter()
  const place = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (place.current) placeRows(place.current, rows)
  }, [rows])

  useEffect(() => {
    const page = place.current
    const onClick = (event: MouseEvent) => {
      const { target, metaKey, ctrlKey, shiftKey, altKey } = event
      const link = (target as Element).closest<HTMLAnchorElement>('a[href^="/admin"]')
      if (link?.target !== '' || metaKey || ctrlKey || shiftKey || altKey) return
      event.preventDefault()
      go(() => router.push(`${link.pathname}${link.search}${link.hash}` as Route))
    }
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault()
      const address = filterOf(event.target as HTMLFormElement, event.submitter)
      if (address) go(() => router.push(address as Route))
    }
    page?.addEventListener('click', onClick)
    page?.addEventListener('submit', onSubmit)

    return () => {
      page?.removeEventListener('click', onClick)
      page?.removeEventListener('submit', onSubmit)
    }
  }, [router, go])

  return <div ref={place} className="a-kept grayscale-[0.7]" data-kept-at={rows.at} data-kept-from={rows.from} />
}
