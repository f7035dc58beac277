'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { filterOf, type KeptRows, placeRows } from '#lib/core/client/kept-rows.ts'

type KeptPageProps = {
  rows: KeptRows
  /** Reads another page, behind which the rows stay until it is there. */
  go: (read: () => void) => void
}

/** A page from before. Its links and filters lead on as ever; they are plain ones here, so it hears them itself. */
export function KeptPage({ rows, go }: KeptPageProps) {
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
