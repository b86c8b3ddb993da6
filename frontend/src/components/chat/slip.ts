import type { EditSlip } from '../../api/types.gen';
import { clockOrDay } from '../../lib/time';
import { t } from '../../locales';

/** Where an edit stands, in the words of its slip. */
export function statusText(slip: EditSlip, now = new Date()): string {
  switch (slip.status) {
    case 'waiting':
      return t.slip.waiting;
    case 'queued':
      return t.slip.queued;
    case 'writing':
      return t.slip.writing;
    case 'approved':
      return t.slip.allowed[slip.by] ?? t.slip.approved(clockOrDay(new Date(slip.decided), now));
    case 'partly':
      return t.slip.partly(slip.accepted, slip.changes - slip.accepted);
    case 'amended':
      return t.slip.amended;
    case 'rejected':
      return slip.note === '' ? t.slip.rejected : t.slip.rejectedNote;
    case 'stale':
      return t.slip.stale;
    case 'failed':
      return t.slip.failed;
    default:
      return t.slip.withdrawn;
  }
}
