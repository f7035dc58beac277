'use client'

import dynamic from 'next/dynamic'
import type { BarValue } from '#components/finance/admin/sums-bars.tsx'
import { sumText } from '#components/ui/admin/money-amount.tsx'

// Drawn in the browser alone, by a library that no other page loads.
const SumsBars = dynamic(() => import('#components/finance/admin/sums-bars.tsx').then((file) => file.SumsBars), {
  ssr: false,
  loading: () => <div className="h-[220px] min-w-0" />,
})

type ChartRoomProps = { bars: BarValue[]; isTime: boolean; isReversed: boolean; currency: string; tag: string }

/** The place of a drawing, of its final size before it has come. */
export function ChartRoom({ currency, tag, ...chart }: ChartRoomProps) {
  const axis = (minor: number) => sumText(minor, currency, tag, { trailingZeroDisplay: 'stripIfInteger' })

  return <SumsBars {...chart} axis={axis} />
}
