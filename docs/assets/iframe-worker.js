/*
 * Search runs in a worker, which browsers refuse to a page that was opened from a folder. There, a hidden frame does the
 * work instead: it loads the script of the worker, and messages go back and forth as events. From a server, nothing changes.
 */
(function () {
  "use strict";

  if (location.protocol !== "file:") return;

  class IFrameWorker extends EventTarget {
    constructor(address) {
      super();
      this.waiting = []; // messages that were sent before the script was loaded
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.window = frame.contentWindow;
      this.window.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.window.importScripts = async (...addresses) => {
        for (const each of addresses) await this.load(each);
      };
      this.load(new URL(address, document.baseURI).href).then(
        () => {
          const waiting = this.waiting;
          this.waiting = null;
          waiting.forEach((data) => this.postMessage(data));
        },
        () => this.dispatchEvent(new Event("error")),
      );
    }

    load(address) {
      return new Promise((resolve, reject) => {
        const script = this.window.document.createElement("script");
        script.onload = resolve;
        script.onerror = reject;
        script.src = address;
        this.window.document.body.append(script);
      });
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.window.dispatchEvent(new this.window.MessageEvent("message", { data }));
    }

    terminate() {
      this.window.frameElement.remove();
    }
  }

  window.IFrameWorker = IFrameWorker;
  window.Worker = IFrameWorker;
})();
