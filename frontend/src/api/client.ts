import { listen, listenWhileSeen, type Listen } from './events';
import { Client } from './types.gen';
import { webCall } from './web';
import { boundAreas, windowCall } from './window';

/** Everything that the interface can ask and hear. */
export interface Api {
  client: Client;
  listen: Listen;
}

/** The Go side, over the window's bindings where there are any, else over HTTP. */
export function connect(): Api {
  const areas = boundAreas();
  if (!areas) return { client: new Client(webCall), listen: listenWhileSeen };
  return { client: new Client(windowCall(areas, webCall)), listen };
}
