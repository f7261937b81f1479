// What the map draws with: the only names of three.js that vendor/three.js exports.
export {
  AdditiveBlending, AmbientLight, Box3, BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture,
  CapsuleGeometry, CatmullRomCurve3, CircleGeometry, ClampToEdgeWrapping, Color, ConeGeometry,
  CylinderGeometry, DataTexture, DirectionalLight, DoubleSide, DynamicDrawUsage, EdgesGeometry,
  Euler, Float32BufferAttribute, FrontSide, Frustum, GLSL3, Group, HemisphereLight,
  IcosahedronGeometry, InstancedBufferAttribute, InstancedBufferGeometry, InstancedMesh,
  InterleavedBuffer, InterleavedBufferAttribute, Line, LineBasicMaterial, LineSegments,
  LinearFilter, Material, MathUtils, Matrix3, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial,
  NearestFilter, NoBlending, NormalBlending, Object3D, OctahedronGeometry, OrthographicCamera,
  PerspectiveCamera, Plane, PlaneGeometry, Points, PointsMaterial, Quaternion, RawShaderMaterial,
  RingGeometry, SRGBColorSpace, Scene, ShaderMaterial, Sphere, SphereGeometry, Sprite,
  SpriteMaterial, StaticDrawUsage, Texture, TorusGeometry, TubeGeometry, Uint32BufferAttribute,
  Vector2, Vector3, Vector4, WebGLRenderer, REVISION,
} from "three";
