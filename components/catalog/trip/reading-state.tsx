import type { usePlaces } from '#components/catalog/trip/use-places.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

export type ReadingLabels = { reading: string; failed: string; again: string }

type ReadingStateProps = { of: ReturnType<typeof usePlaces>; labels: ReadingLabels }

/** The place of what is being read: the end of the page does not jump up and down again. */
export const READING_PLACE = <div className="min-h-[70vh]" />

/** Whether plans are still being read, or could not be: then they are asked for again. */
export function ReadingState({ of: { isReading, hasFailed, again }, labels }: ReadingStateProps) {
  if (isReading) return <p className="soft">{labels.reading}</p>

  return hasFailed ? (
    <Notice tone="wait" icon="offline">
      <p className="mb-3">{labels.failed}</p>
      <Button size="small" onClick={again}>
        {labels.again}
      </Button>
    </Notice>
  ) : null
}
