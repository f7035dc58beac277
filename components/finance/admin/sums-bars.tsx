'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import type { MouseEvent } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

/** A bar: what it says to who hears it, and where it leads. */
export type BarValue = { key: string; name: string; minor: number; label: string; href: string }

type SumsBarsProps = {
  bars: BarValue[]
  /** Days and months stand side by side, names below each other. */
  isTime: boolean
  isReversed: boolean
  axis: (minor: number) => string
}

const LABEL = { fill: 'var(--ink-soft)', fontSize: 12 }
const ROW = 28
// Half of a day's name, so that the outermost one is not cut.
const SIDE = 32
const HEIGHT = 220

/** Bars as real links: for the mouse, the keyboard, and who hears them. */
export function SumsBars({ bars, isTime, isReversed, axis }: SumsBarsProps) {
  const amounts = { type: 'number', tickFormatter: axis, tick: LABEL, axisLine: false, tickLine: false } as const
  const names = { type: 'category', dataKey: 'name', tick: LABEL, tickLine: false, stroke: 'var(--line)' } as const

  return (
    <div className="h-[220px] min-w-0" style={isTime ? undefined : { height: `${bars.length * ROW + 40}px` }} dir="ltr">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: HEIGHT }}>
        <BarChart
          data={bars}
          layout={isTime ? 'horizontal' : 'vertical'}
          margin={{ top: 5, right: SIDE, bottom: 5, left: SIDE }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--a-hair)" vertical={!isTime} horizontal={isTime} />
          {isTime ? (
            <XAxis {...names} reversed={isReversed} minTickGap={16} />
          ) : (
            <XAxis {...amounts} reversed={isReversed} />
          )}
          {isTime ? (
            <YAxis {...amounts} width={64} orientation={isReversed ? 'right' : 'left'} />
          ) : (
            <YAxis {...names} width={128} orientation={isReversed ? 'right' : 'left'} />
          )}
          <Tooltip cursor={false} isAnimationActive={false} content={Said} />
          <Bar dataKey="minor" isAnimationActive={false} maxBarSize={40} shape={LinkedBar} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

type Shape = { x?: number; y?: number; width?: number; height?: number; payload?: BarValue }

function LinkedBar({ x = 0, y = 0, width = 0, height = 0, payload }: Shape) {
  const router = useRouter()
  if (!payload) return null
  const { href, label } = payload

  function go(event: MouseEvent) {
    // Another window is the browser's own business.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.push(href as Route)
  }

  return (
    <a href={href} onClick={go} aria-label={label}>
      <rect
        className="fill-sea in-[a:focus-visible]:fill-sea-text in-[a:focus-visible]:stroke-(--focus) in-[a:focus-visible]:stroke-[3px] in-[a:hover]:fill-sea-text"
        x={x}
        y={y}
        width={Math.max(width, 1)}
        height={Math.max(height, 1)}
        rx={2}
      />
    </a>
  )
}

function Said({ active, payload }: { active?: boolean; payload?: readonly { payload?: BarValue }[] }) {
  const bar = payload?.[0]?.payload

  return active && bar ? (
    <p className="rounded-[7px] border border-line bg-card px-2 py-1 text-small">{bar.label}</p>
  ) : null
}
