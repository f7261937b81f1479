"""One step drawn by PyVista, without a window: scenery and things, as pixels.

In: what `describe` said of the step, and its things as triangles. Out: an RGB image, H x W x 3. One
`Canvas` draws all steps of a run, since opening a drawing surface is what takes longest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyvista as pv
from numpy.typing import NDArray
from PIL import Image

from adage_map.stills.bodies import Array

LENS = 40.0
NEAR, FAR = 0.5, 900.0
# Drawn larger and made smaller: smooth edges on any driver, and the same ones each time.
OVERSAMPLE = 2


class Canvas:
    """A drawing surface of `size` pixels on a ground."""

    def __init__(self, size: tuple[int, int], ground: Sequence[float], stroke: float) -> None:
        """Open the surface. `stroke` is how many pixels wide a line is."""
        self.stroke = stroke * OVERSAMPLE
        width, height = size
        self.plotter = pv.Plotter(
            off_screen=True, window_size=[width * OVERSAMPLE, height * OVERSAMPLE], lighting="none"
        )
        self.plotter.set_background(tuple(ground))
        self.plotter.camera.view_angle = LENS

    def draw(self, step: Mapping[str, Any], corners: Array, colours: Array) -> Image.Image:
        """The picture of one step."""
        self.plotter.clear_actors()
        decor = step["decor"]
        panes = [item for item in decor if item["kind"] == "panes"]
        self._add([item for item in decor if item["kind"] == "lines"], 2)
        # Floors lie under the lines drawn on them; glass is seen through.
        self._add([item for item in panes if item["alpha"] >= 1], 4, below=True)
        self._add([item for item in panes if item["alpha"] < 1], 4)
        self._add_bodies(corners, colours)
        camera = self.plotter.camera
        camera.position, camera.focal_point, camera.up = step["eye"], step["target"], (0, 1, 0)
        camera.clipping_range = (NEAR, FAR)
        # Without this every picture is the first one: a screenshot alone does not draw again.
        self.plotter.render()
        pixels: NDArray[np.uint8] = self.plotter.screenshot(return_img=True)
        return Image.fromarray(pixels).reduce(OVERSAMPLE)

    def try_out(self) -> None:
        """Draw an empty picture: where that is not possible, the process ends here."""
        self.plotter.render()
        self.plotter.screenshot(return_img=True)
        self.close()

    def close(self) -> None:
        """Give the surface back."""
        self.plotter.close()

    def _add_bodies(self, corners: Array, colours: Array) -> None:
        if len(corners):
            shades = _bytes(colours.reshape(-1, 3))
            self._add_mesh(corners.reshape(-1, 3), 3, shades)

    def _add(self, items: Sequence[Mapping[str, Any]], corners: int, below: bool = False) -> None:
        """Scenery of one kind in one go: lines by two corners, panes by four."""
        if not items:
            return
        points = [np.asarray(item["points"], np.float32).reshape(-1, 3) for item in items]
        inks = [
            np.tile((*item["colour"], item["alpha"]), (len(place), 1))
            for item, place in zip(items, points, strict=True)
        ]
        actor = self._add_mesh(np.concatenate(points), corners, _bytes(np.concatenate(inks)))
        if below:
            actor.mapper.SetResolveCoincidentTopologyToPolygonOffset()
            actor.mapper.SetRelativeCoincidentTopologyPolygonOffsetParameters(2, 2)

    def _add_mesh(self, points: Array, corners: int, shades: NDArray[np.uint8]) -> pv.Actor:
        kind = "lines" if corners == 2 else "faces"
        mesh = pv.PolyData(points, **{kind: _cells(len(points), corners)})
        mesh.point_data["shade"] = shades
        # Unless told not to, each addition draws everything again.
        return self.plotter.add_mesh(
            mesh,
            scalars="shade",
            rgb=True,
            lighting=False,
            line_width=self.stroke,
            render=False,
            reset_camera=False,
        )


def _bytes(colours: NDArray[Any]) -> NDArray[np.uint8]:
    whole: NDArray[np.uint8] = np.rint(np.clip(colours, 0, 1) * 255).astype(np.uint8)
    return whole


def _cells(points: int, corners: int) -> NDArray[np.int64]:
    """Every so many points in their order make one cell, in VTK's writing: count, then indices."""
    rows = np.arange(points - points % corners, dtype=np.int64).reshape(-1, corners)
    cells: NDArray[np.int64] = np.insert(rows, 0, corners, axis=1).ravel()
    return cells
