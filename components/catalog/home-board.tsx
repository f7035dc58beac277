'use client'

import { useState } from 'react'
import { type PackedRows, readRows } from '#components/catalog/board-row.ts'
import { BoardRows, onShelf, ShelfTabs, tabsOf } from '#components/catalog/board-rows.tsx'
import type { HomeBoardLabels } from '#components/catalog/home-labels.ts'
import { CurrencyText } from '#components/ui/currency-text.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Board } from '#components/ui/panel.tsx'
import type { Shelf } from '#lib/settings/rules/shop.ts'

const SHOWN = 24

/** The arrivals board of the front page: the most wanted places of a shelf, and the way to all of them. */
export function HomeBoard({ packed, labels }: { packed: PackedRows; labels: HomeBoardLabels }) {
  const rows = readRows(packed)
  const [shelf, setShelf] = useState<Shelf | 'all'>('all')
  const shown = onShelf(rows, shelf).slice(0, SHOWN)

  return (
    <Board className="home-board">
      <ShelfTabs label={labels.shelves} tabs={tabsOf(rows, labels.shelfNames)} current={shelf} onChange={setShelf} />
      <p className="board-head">
        <b>{labels.heading}</b>
        <span className="num">{labels.readAt}</span>
      </p>
      <BoardRows rows={shown} labels={labels} />
      <p className="board-foot">
        <a href={shelf === 'all' ? labels.showAllHref : `${labels.showAllHref}#shelf=${shelf}`}>
          {labels.showAll}
          <Icon name="forward" />
        </a>
        <span className="soft small">
          <CurrencyText of={labels.tax} />
        </span>
      </p>
    </Board>
  )
}
