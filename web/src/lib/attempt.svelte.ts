import { alarm } from './announce.svelte'
import { reasonOf } from './names'

/** What a person asked a screen to do: whether it is still busy, and why it failed. */
export class Attempt {
  busy = $state(false)
  failure = $state('')

  /** Run one request at a time; show and speak the reason of a failure. */
  run = async (work: () => Promise<unknown>): Promise<void> => {
    this.busy = true
    this.failure = ''
    try {
      await work()
    } catch (error) {
      this.failure = reasonOf(error)
      alarm(this.failure)
    } finally {
      this.busy = false
    }
  }
}
