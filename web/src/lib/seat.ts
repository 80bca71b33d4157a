/** The token that opens this browser's seat at a table: the one it holds, or one from a link. */

import { dropSeat, heldSeats, holdSeat } from './storage'

/** Milliseconds until a refused token is shown again: a process of the hall may not know yet of a seat that is ours. */
export const ASK_AGAIN = [500, 1000, 2000, 3000, 4000]

export class SeatToken {
  private refusals = 0
  /** Whether the held token was refused to the end: this page watches; the token stays for the next one. */
  private isResting = false
  /** Whether the link's token comes before the held one: only if its owner has said so. */
  private prefersLink = false

  constructor(
    private readonly table: string,
    /** A token from a link, kept once it has opened a seat. */
    private link: string | null,
  ) {}

  /** What to show the hall. */
  get shown(): string | null {
    return this.isLink ? this.link : this.held
  }

  /** Another link was opened. */
  tryLink(token: string): void {
    this.link = token
    this.refusals = 0
  }

  /** The link's seat, in place of the one that this browser holds. */
  preferLink(): void {
    this.prefersLink = true
    this.refusals = 0
  }

  forgetLink(): void {
    this.link = null
    this.prefersLink = false
    this.refusals = 0
  }

  /** Notes a refusal; returns the milliseconds until the hall is asked again, or none when it has refused for long. */
  refused(): number | null {
    const wait = ASK_AGAIN[this.refusals]
    this.refusals += 1
    if (wait !== undefined) return wait
    if (this.isLink) this.forgetLink()
    else this.isResting = true
    return null
  }

  /** Notes that the token opened a seat; returns whether a link waits that may open another one. */
  accepted(seat: number, game: string): boolean {
    this.refusals = 0
    if (this.link === null) return false
    if (!this.isLink) return true
    holdSeat(this.table, { token: this.link, seat, game, at: Date.now() })
    this.forgetLink()
    return false
  }

  /** The seat is somebody else's now, as the hall has told. */
  lose(): void {
    dropSeat(this.table)
  }

  private get held(): string | null {
    return this.isResting ? null : (heldSeats()[this.table]?.token ?? null)
  }

  private get isLink(): boolean {
    return this.link !== null && (this.prefersLink || this.held === null || this.held === this.link)
  }
}
