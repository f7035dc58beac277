import { useEffect, useRef, useState } from 'react'
import { type Preview, type PreviewedText, previewGuide } from '#lib/content/client/guides.ts'
import type { GuideWords } from '#lib/content/rules/guide-text.ts'
import { type RequestFailure, toFailure } from '#lib/core/client/request.ts'

/** What the shop makes of a text: the last that could be read, and why the present one cannot. */
export type LivePreview = { shown: Preview | null; failure: RequestFailure | null; isBusy: boolean }

const PAUSE_MS = 500

/** Has a text read by the store whenever somebody stops typing, one reading at a time. */
export function usePreview(
  { id, place, locale }: PreviewedText,
  { slug, title, description, body }: GuideWords,
  first: Preview | null,
): LivePreview {
  const [state, setState] = useState<LivePreview>({ shown: first, failure: null, isBusy: false })
  const isFirst = useRef(first !== null)

  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false

      return undefined
    }
    let isOver = false
    const timer = setTimeout(async () => {
      setState((before) => ({ ...before, isBusy: true }))
      try {
        const shown = await previewGuide({ id, place, locale }, { slug, title, description, body })
        if (!isOver) setState({ shown, failure: null, isBusy: false })
      } catch (thrown) {
        if (!isOver) setState((before) => ({ ...before, failure: toFailure(thrown), isBusy: false }))
      }
    }, PAUSE_MS)

    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [id, place, locale, slug, title, description, body])

  return state
}
