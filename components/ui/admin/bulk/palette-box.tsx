'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { AREAS, moreAreas } from '#components/ui/admin/areas.tsx'
import { canBeFound } from '#components/ui/admin/bulk/can-be-found.ts'
import { failureText, knownLabel } from '#components/ui/admin/known-label.ts'
import { Key } from '#components/ui/admin/panel.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { type Finds, find, runBulkAction } from '#lib/checkout/client/backoffice.ts'
import { pressedKey } from '#lib/core/client/pressed-key.ts'
import { type FailureCode, toFailure } from '#lib/core/client/request.ts'
import { mayLeave } from '#lib/core/client/unsaved.ts'
import { PERMISSIONS, type Permission, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import type { BulkAction } from '#lib/orders/schema.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'

const LIST = 'palette-list'

/** A field with a list below it, by the pattern of a combobox: the focus stays in the field, the arrows choose. */
export function PaletteBox({ staff, onDone }: { staff: Pick<StaffMember, 'staffId' | 'role'>; onDone: () => void }) {
  const t = useTranslations('admin-bulk.palette')
  const tAction = useTranslations('action')
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [message, setMessage] = useState('')
  // Enter before the answer is there: what comes first opens as soon as it comes.
  const [isWaiting, setWaiting] = useState(false)
  const isOut = useRef(false)
  const { finds, isLoading, failure } = useFinds(text)
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
      if (isApart) {
        window.open(does.href, '_blank', 'noopener')
      } else if (mayLeave()) {
        router.push(does.href as Route)
        onDone()
      }
    } else {
      // Pressed twice, a link would be mailed twice.
      if (isOut.current) return
      isOut.current = true
      try {
        const [row] = await runBulkAction([does.orderId], does.act)
        setMessage(t(row?.outcome === 'done' ? 'done' : 'failed', { act: entry.label }))
      } catch (thrown) {
        setMessage(failureText([tAction], toFailure(thrown)))
      }
      isOut.current = false
      router.refresh()
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the answer alone.
  useEffect(() => {
    if (!isWaiting || isLoading) return
    setWaiting(false)
    const [first] = entries
    if (first) void run(first)
  }, [isWaiting, isLoading])

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
    if (isLoading) setWaiting(true)
    else if (current) void run(current, event.ctrlKey || event.metaKey)
  }

  return (
    <div className="flex max-h-[78vh] flex-col">
      <div className="flex min-h-13 items-center gap-2.5 border-b border-line px-4 focus-within:border-(--focus)">
        <Icon name="search" />
        <input
          ref={field}
          className="min-h-11 min-w-0 flex-1 border-0 bg-transparent text-[1rem] outline-none"
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
            setMessage('')
            setWaiting(false)
          }}
          onKeyDown={press}
        />
        <button
          type="button"
          className="min-h-6 rounded-md border border-edge px-2 text-small text-ink-soft"
          onClick={onDone}
        >
          <span className="sr-only">{tAction('close')}</span> Esc
        </button>
      </div>
      <PaletteList id={LIST} sections={sections} current={current?.id ?? null} onRun={(entry) => void run(entry)} />
      <p className="border-t border-line px-4 py-2 text-small text-ink-soft" role="status">
        {message || t(isLoading ? 'asking' : wordOf(failure, entries.length === 0))}
      </p>
    </div>
  )
}

function wordOf(failure: FailureCode | null, isEmpty: boolean) {
  if (failure !== null) return failure === 'rate_limited' ? 'tooMany' : 'offline'

  return isEmpty ? 'nothing' : 'hint'
}

const NOTHING: Finds = { orders: [], esims: [] }
const PAUSE_MS = 150

/** What a text finds, a moment after it was typed. `isLoading` until the answer to the newest text is there. */
function useFinds(text: string): { finds: Finds; isLoading: boolean; failure: FailureCode | null } {
  const [answer, setAnswer] = useState<{ text: string; finds: Finds; failure: FailureCode | null }>({
    text: '',
    finds: NOTHING,
    failure: null,
  })
  const typed = text.trim()
  const wanted = canBeFound(typed) ? typed : ''

  useEffect(() => {
    if (wanted === '') return
    const ended = new AbortController()
    const timer = setTimeout(async () => {
      try {
        setAnswer({ text: wanted, finds: await find(wanted, ended.signal), failure: null })
      } catch (thrown) {
        if (!ended.signal.aborted) setAnswer({ text: wanted, finds: NOTHING, failure: toFailure(thrown).code })
      }
    }, PAUSE_MS)

    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [wanted])
  const isCurrent = answer.text === wanted

  return {
    finds: isCurrent && wanted !== '' ? answer.finds : NOTHING,
    isLoading: wanted !== '' && !isCurrent,
    failure: isCurrent && wanted !== '' ? answer.failure : null,
  }
}

type PaletteListProps = { id: string; sections: Section[]; current: string | null; onRun: (entry: Entry) => void }

/** The lines of the palette under their headings. The field above says which one is chosen. */
function PaletteList({ id, sections, current, onRun }: PaletteListProps) {
  useEffect(() => {
    if (current) document.getElementById(`palette-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  return (
    <div className="overflow-y-auto p-1.5" id={id} role="listbox" aria-labelledby="palette-title">
      {sections.map(({ name, title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
        <div key={name} role="group" aria-labelledby={`palette-${name}`}>
          <p
            className="px-2.5 pt-2 pb-1 text-small font-[550] text-ink-soft"
            id={`palette-${name}`}
            role="presentation"
          >
            {title}
          </p>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: as above.
            <div
              key={entry.id}
              id={`palette-${entry.id}`}
              className="flex min-h-(--a-row) cursor-pointer items-center gap-3 rounded-[7px] px-2.5 py-1 hover:bg-well aria-selected:bg-[color-mix(in_oklab,var(--ink)_9%,var(--card))]"
              role="option"
              aria-selected={entry.id === current}
              onClick={() => onRun(entry)}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi>{entry.label}</bdi> {entry.note === '' ? null : <span className="a-soft">{entry.note}</span>}
              </span>
              <span className="flex gap-1" dir="ltr" aria-hidden="true">
                {entry.keys.map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** One item of the palette: it leads somewhere, does something to an order, or opens the list of keys. */
type Entry = {
  id: string
  label: string
  note: string
  keys: string[]
  does: { href: string } | { orderId: string; act: BulkAction } | 'keys'
}

/** Lines under a heading. */
type Section = { name: 'exact' | 'found' | 'on' | 'act' | 'area'; title: string; entries: Entry[] }

type Asked = { staff: Pick<StaffMember, 'staffId' | 'role'>; text: string; finds: Finds }

/** Returns what the palette shows for a text: what was found first, then acts and areas whose names fit. */
function useEntries({ staff, text, finds }: Asked): Section[] {
  const t = useTranslations('admin-bulk.palette')
  const areas = useTranslations('admin')
  const [only] = finds.orders
  const exact = only && finds.orders.length === 1 ? only : null
  const labelOf = ({ kind, name }: PaletteItem) =>
    kind === 'area' ? knownLabel(areas, 'area', name) : knownLabel(t, 'act', name)
  const orders = finds.orders.map(({ id, number, email, plan }): Entry => {
    const note = [email, plan].filter((part) => part !== '').join(', ')

    return { id: `order-${id}`, label: number, note, keys: [], does: { href: `/admin/orders/${id}` } }
  })
  const esims = finds.esims.map(({ id, iccid, number }): Entry => {
    return {
      id: `card-${id}`,
      label: iccid,
      note: t('cardOf', { number }),
      keys: [],
      does: { href: `/admin/esims/${id}` },
    }
  })
  const known: Entry[] = paletteItems(staff.role).map((item) => ({
    id: `${item.kind}-${item.name}`,
    label: labelOf(item),
    note: '',
    keys: item.keys,
    does: { href: item.href },
  }))
  const keys: Entry = { id: 'act-keys', label: t('act.keys'), note: '', keys: ['?'], does: 'keys' }
  const offered = [...known, keys].filter(({ label }) => fits(label, text.trim()))
  const ofKind = (kind: string) => offered.filter(({ id }) => id.startsWith(`${kind}-`))
  const sections: Section[] = [
    { name: 'exact', title: t('exact'), entries: exact ? orders : [] },
    { name: 'found', title: t('found'), entries: exact ? esims : [...orders, ...esims] },
    {
      name: 'on',
      title: exact ? t('on', { number: exact.number }) : '',
      entries: exact ? actionsFor(exact.id, staff, t) : [],
    },
    { name: 'act', title: areas('label.actions'), entries: ofKind('act') },
    { name: 'area', title: areas('areas'), entries: ofKind('area') },
  ]

  return sections.filter(({ entries }) => entries.length > 0)
}

function actionsFor(
  orderId: string,
  { staffId, role }: Asked['staff'],
  t: (key: 'act.resend' | 'act.assign') => string,
) {
  const resend: Entry = {
    id: 'on-resend',
    label: t('act.resend'),
    note: '',
    keys: [],
    does: { orderId, act: { act: 'resend' } },
  }
  const assign: Entry = {
    id: 'on-assign',
    label: t('act.assign'),
    note: '',
    keys: [],
    does: { orderId, act: { act: 'assign', staffId } },
  }

  return [
    ...(hasPermission(role, 'orders.mail') ? [resend] : []),
    ...(hasPermission(role, 'orders.note') ? [assign] : []),
  ]
}

/** Where the palette can lead without a search. The words of an act stand under `palette.act`, those of an area under `area`. */
type PaletteItem = { kind: 'act' | 'area'; name: string; href: string; keys: string[] }

const ACTIONS: readonly { name: string; href: string; permission: Permission; keys?: string[] }[] = [
  { name: 'newOrder', href: '/admin/orders/new', permission: 'orders.make', keys: ['N'] },
  { name: 'needsAction', href: '/admin/orders?tab=needs-action', permission: 'orders.see' },
  { name: 'returnCards', href: viewAddress('cancellations'), permission: 'returns.ask' },
  { name: 'checkCards', href: viewAddress('cards'), permission: 'iccids.see' },
  { name: 'compare', href: viewAddress('reconciliation'), permission: 'findings.settle' },
  { name: 'searchNetwork', href: '/admin/reconciliation?view=search', permission: 'findings.settle' },
  { name: 'answers', href: '/admin/orders/answers', permission: 'orders.see' },
  { name: 'partners', href: '/admin/partners', permission: 'catalog.see' },
  { name: 'sync', href: viewAddress('catalogue'), permission: 'catalog.sync' },
  { name: 'supplier', href: '/admin/finance/supplier', permission: 'costs.see' },
  { name: 'testConnection', href: '/admin/health', permission: 'connection.test' },
]

/** Tells whether a role holds a permission. The server asks again whatever is shown here. */
function hasPermission(role: StaffRole, permission: Permission): boolean {
  const roles: readonly StaffRole[] = PERMISSIONS[permission]

  return roles.includes(role)
}

/** Returns what a role is offered: acts first, then areas. The act that ends the right to cancel is never among them. */
function paletteItems(role: StaffRole): PaletteItem[] {
  const actions = ACTIONS.filter(({ permission }) => hasPermission(role, permission)).map(
    ({ name, href, keys = [] }): PaletteItem => ({ kind: 'act', name, href, keys }),
  )
  const areas = AREAS.map(({ name, href, key }): PaletteItem => {
    return { kind: 'area', name, href, keys: ['G', key.toUpperCase()] }
  })
  const more = moreAreas(role).map(({ name, href }): PaletteItem => ({ kind: 'area', name, href, keys: [] }))

  return [...actions, ...areas, ...more]
}

/** Tells whether every word of a text stands in the name of an item. */
function fits(label: string, text: string): boolean {
  const name = label.toLowerCase()

  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word))
}

/** The way to everything by keyboard: Ctrl K or Cmd K anywhere, or its button. */
export function Palette({ staff }: { staff: Pick<StaffMember, 'staffId' | 'role'> }) {
  const t = useTranslations('admin-bulk.palette')
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || pressedKey(event).toLowerCase() !== 'k') return
      event.preventDefault()
      // A dialog that is open already keeps what it asks.
      setOpen((wasOpen) => !wasOpen && document.querySelector('dialog[open]') === null)
    }
    window.addEventListener('keydown', press)

    return () => window.removeEventListener('keydown', press)
  }, [])

  return (
    <>
      <button
        type="button"
        className="btn gap-2 whitespace-nowrap"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
        {/* The icon alone is shown on a phone, and the name is still read. */}
        <span className="phone:sr-only">{t('open')}</span>
        <Key className="phone:hidden">Ctrl K</Key>
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        labelledBy="palette-title"
        className="mt-[max(0.75rem,10vh)] w-[min(100%-1.5rem,42rem)] overflow-hidden p-0"
      >
        <h2 id="palette-title" className="sr-only">
          {t('title')}
        </h2>
        <PaletteBox staff={staff} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
