'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Entry, useEntries } from '#components/ui/admin/bulk/palette-entries.ts'
import { PaletteList } from '#components/ui/admin/bulk/palette-list.tsx'
import { useFinds } from '#components/ui/admin/bulk/use-finds.ts'
import { Icon } from '#components/ui/icon.tsx'
import { actOnOrders } from '#lib/checkout/client/backoffice.ts'
import type { FailureCode } from '#lib/core/client/ask.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'

type PaletteBoxProps = { staff: Pick<StaffMember, 'staffId' | 'role'>; onDone: () => void }

const LIST = 'palette-list'

/** A field with a list below it, by the pattern of a combobox: the focus stays in the field, the arrows choose. */
export function PaletteBox({ staff, onDone }: PaletteBoxProps) {
  const t = useTranslations('admin-hands.palette')
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [said, setSaid] = useState('')
  // Enter before the answer is there: what comes first opens as soon as it comes.
  const [isWaiting, setWaiting] = useState(false)
  const { finds, isAsking, failure } = useFinds(text)
  const sections = useEntries({ staff, text, finds })
  const entries = sections.flatMap((section) => section.entries)
  const at = Math.min(chosen, entries.length - 1)
  const current = entries[at]

  useEffect(() => field.current?.focus(), [])

  async function run(entry: Entry, isApart = false) {
    const { does } = entry
    if (does === 'keys') {
      onDone()
      window.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: '?' }))
    } else if ('href' in does) {
      if (isApart) window.open(does.href, '_blank', 'noopener')
      else router.push(does.href as Route)
      if (!isApart) onDone()
    } else {
      const rows = await actOnOrders([does.orderId], does.act).catch(() => [])
      setSaid(t(rows[0]?.outcome === 'done' ? 'done' : 'failed', { act: entry.label }))
      router.refresh()
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the answer alone.
  useEffect(() => {
    if (!isWaiting || isAsking) return
    setWaiting(false)
    const [first] = entries
    if (first) void run(first)
  }, [isWaiting, isAsking])

  function press(event: KeyboardEvent) {
    const last = entries.length - 1
    const moves: Record<string, number> = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setChosen(next)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isAsking) setWaiting(true)
    else if (current) void run(current, event.ctrlKey || event.metaKey)
  }

  return (
    <div className="a-pal">
      <div className="a-pal-in">
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={t('label')}
          aria-expanded={entries.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={current ? `palette-${current.id}` : undefined}
          placeholder={t('label')}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setChosen(0)
            setSaid('')
            setWaiting(false)
          }}
          onKeyDown={press}
        />
        <button type="button" className="a-pal-esc" onClick={onDone}>
          <span className="a-vh">{t('close')}</span> Esc
        </button>
      </div>
      <PaletteList id={LIST} sections={sections} current={current?.id ?? null} onRun={(entry) => void run(entry)} />
      <p className="a-pal-foot" role="status">
        {said || t(isAsking ? 'asking' : wordOf(failure, entries.length === 0))}
      </p>
    </div>
  )
}

function wordOf(failure: FailureCode | null, isEmpty: boolean) {
  if (failure !== null) return failure === 'rate_limited' ? 'tooMany' : 'offline'

  return isEmpty ? 'nothing' : 'hint'
}
